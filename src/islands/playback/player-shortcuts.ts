import { SHORTCUT_LIST_SELECTOR, toggleShortcutList } from './shortcut-list.ts';

/** The parts of Plyr that shortcuts need. */
interface PlayerWithShortcuts {
  rewind: () => void;
  forward: () => void;
  togglePlay: () => unknown;
}

type Command = 'rewind' | 'forward' | 'togglePlay' | 'toggleList' | 'stayOpen';

interface PressedKey {
  key: string;
  hasModifier: boolean;
  isTyping: boolean;
  isOnClose: boolean;
  /** The list of shortcuts, or a menu of the player. */
  openPanels: { list: boolean; menu: boolean };
}

/** Null: the key belongs to Plyr (Space, K, arrows, F, M, C, digits) or to the browser. */
export function commandOf({
  key,
  hasModifier,
  isTyping,
  isOnClose,
  openPanels,
}: PressedKey): Command | null {
  if (hasModifier || isTyping) return null;
  // Space would press the focused Close button.
  if (key === ' ' && isOnClose) return 'togglePlay';
  if (key === 'Escape' && openPanels.list) return 'toggleList';
  if (key === 'Escape' && openPanels.menu) return 'stayOpen';
  if (key === '?') return 'toggleList';
  const letter = key.toLowerCase();
  // Plyr's L repeats the film.
  return letter === 'j' ? 'rewind' : letter === 'l' ? 'forward' : null;
}

/** Runs before Plyr's own shortcuts. Returns a cleanup function. */
export function listenToShortcuts(dialog: HTMLElement, player: PlayerWithShortcuts): () => void {
  const toggleList = () =>
    toggleShortcutList(dialog.querySelector<HTMLElement>('[data-player]') ?? dialog);
  const stop = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(readKey(event, dialog));
    if (!command) return;
    event.preventDefault();
    if (command === 'stayOpen') return;
    event.stopPropagation();
    if (command === 'toggleList') return toggleList();
    if (command !== 'togglePlay' || !event.repeat) void player[command]();
  };
  // Firefox presses a button when Space is released.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ' && isCloseButton(event.target)) stop(event);
  };
  const onClick = ({ target }: Event) =>
    target instanceof Element && target.closest('[data-show-shortcuts]') && toggleList();
  dialog.addEventListener('click', onClick);
  dialog.addEventListener('keydown', onKeyDown, true);
  dialog.addEventListener('keyup', onKeyUp, true);
  return () => {
    dialog.querySelector(SHORTCUT_LIST_SELECTOR)?.remove();
    dialog.removeEventListener('click', onClick);
    dialog.removeEventListener('keydown', onKeyDown, true);
    dialog.removeEventListener('keyup', onKeyUp, true);
  };
}

const isCloseButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-close-button]') !== null;

const readKey = (
  { key, altKey, ctrlKey, metaKey, target }: KeyboardEvent,
  dialog: HTMLElement,
): PressedKey => ({
  key,
  hasModifier: altKey || ctrlKey || metaKey,
  isTyping: target instanceof Element && target.matches('textarea, input:not([type="range"])'),
  isOnClose: isCloseButton(target),
  openPanels: {
    list: dialog.querySelector(SHORTCUT_LIST_SELECTOR) !== null,
    menu: dialog.querySelector('.plyr__menu__container:not([hidden])') !== null,
  },
});
