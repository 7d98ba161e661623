import { $player } from '#stores/playback/playback.ts';
import { goBack } from '#stores/television/television.ts';
import { type Direction, nextFocus } from './next-focus.ts';

const DIRECTIONS: Partial<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const BACK_KEYS = ['GoBack', 'BrowserBack', 'XF86Back', 'Backspace', 'Escape'];
/** LG webOS and Samsung Tizen. */
const BACK_KEY_CODES = [461, 10_009];
/** `MediaPlay`, `MediaPause` and `MediaPlayPause` of LG and Samsung. */
const MEDIA_KEY_CODES = [415, 19, 10_252];

/**
 * Arrows move the focus, Back goes back, OK presses the focused button. Returns a cleanup function.
 */
export function listenToRemote(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    showControls();
    if (!handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Before the shortcuts of the player.
  document.addEventListener('keydown', onKeyDown, true);
  return () => document.removeEventListener('keydown', onKeyDown, true);
}

/** A focus in hidden controls would be invisible. Plyr shows them when the mouse moves. */
const showControls = () => document.querySelector('.plyr')?.dispatchEvent(new Event('mousemove'));

/** False leaves the key to the browser and to the player. */
function handleKey({ key, keyCode }: KeyboardEvent): boolean {
  if (BACK_KEYS.includes(key) || BACK_KEY_CODES.includes(keyCode))
    return closePlayerSettings() || goBack();
  if (key.startsWith('Media') || MEDIA_KEY_CODES.includes(keyCode)) return togglePlayback();
  const direction = DIRECTIONS[key];
  if (!direction || belongsToPlayer(direction)) return false;
  moveFocus(direction);
  return true;
}

function closePlayerSettings(): boolean {
  const button = document.querySelector<HTMLElement>(
    '[data-plyr="settings"][aria-expanded="true"]',
  );
  button?.click();
  button?.focus();
  return button !== null;
}

function togglePlayback(): boolean {
  const video = document.querySelector('video');
  if (!video) return false;
  if (video.paused) void video.play().catch(() => undefined);
  else video.pause();
  return true;
}

/**
 * Left and right seek, until the viewer moves the focus to another button than Play. Plyr's menus
 * have their own arrows.
 */
function belongsToPlayer(direction: Direction): boolean {
  const focused = document.activeElement;
  if (!$player.get() || !focused) return false;
  if (focused.closest('.plyr__menu__container')) return true;
  return (
    ['left', 'right'].includes(direction) && !focused.matches('button:not([data-plyr="play"])')
  );
}

function moveFocus(direction: Direction) {
  const dialogs = document.querySelectorAll('dialog[open]');
  const scope = dialogs[dialogs.length - 1] ?? document.body;
  const target = nextFocus(document.activeElement, direction, scope);
  target?.focus();
  target?.scrollIntoView({ block: 'center', inline: 'center' });
}
