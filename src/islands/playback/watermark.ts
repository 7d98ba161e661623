import { displayHour, toLocalDayjs } from '#domain/dates.ts';
import { WATERMARK_SECONDS } from '#domain/limits.ts';
import { watermarkPosition } from '#domain/playback.ts';
import { serverNow } from '#stores/server-clock.ts';

/** Polls for changes that a MutationObserver misses, for example of a style sheet. */
const CHECK_MS = 1000;

/**
 * Spec §4: shows the viewer's identity, moving every 5 s, also in full screen. If it is removed or made invisible, calls
 * `onTampered` and draws it again. Not drawn by React, which fails on removed elements.
 */
export function guardWatermark(host: HTMLElement, userId: number | null, onTampered: () => void): () => void {
  let mark = drawMark(host, watermarkText(userId));
  let words = watermarkText(userId);

  const observer = new MutationObserver(check);
  const observe = () => {
    observer.observe(host, { childList: true });
    observer.observe(mark.frame, { attributes: true, childList: true, subtree: true, characterData: true });
  };
  const withoutObserving = (change: () => void) => {
    observer.disconnect();
    change();
    observe();
  };
  const move = () =>
    withoutObserving(() => {
      words = watermarkText(userId);
      mark.line.textContent = words;
      placeMark(mark.line);
    });
  function check() {
    if (isIntact(mark, host, words)) return;
    onTampered();
    withoutObserving(() => {
      mark.frame.remove();
      mark = drawMark(host, words);
    });
  }

  observe();
  const timers = [setInterval(move, WATERMARK_SECONDS * 1000), setInterval(check, CHECK_MS)];
  return () => {
    timers.forEach(clearInterval);
    observer.disconnect();
    mark.frame.remove();
  };
}

interface Mark {
  /** Covers the picture without the black bars. */
  frame: HTMLElement;
  line: HTMLElement;
}

function drawMark(host: HTMLElement, words: string): Mark {
  const frame = document.createElement('div');
  frame.className = 'film-picture';
  frame.ariaHidden = 'true';
  const line = document.createElement('p');
  line.className = 'film-mark num';
  line.dataset['watermark'] = '';
  line.textContent = words;
  placeMark(line);
  frame.append(line);
  host.append(frame);
  return { frame, line };
}

function placeMark(line: HTMLElement): void {
  const { left, top } = watermarkPosition(Math.random);
  Object.assign(line.style, { left: `${left}%`, top: `${top}%` });
}

function watermarkText(userId: number | null): string {
  const now = serverNow();
  return `${userId ?? ''} · ${toLocalDayjs(now)!.format('D MMM')} ${displayHour(now)}`;
}

const MIN_OPACITY = 0.3;
const MIN_HEIGHT_PX = 8;

function isIntact({ frame, line }: Mark, host: HTMLElement, words: string): boolean {
  // The player is closing.
  if (!host.isConnected) return true;
  // Full screen of the bare video loses the watermark.
  if (document.fullscreenElement?.localName === 'video') return false;
  const isInPlace = frame.parentElement === host && line.parentElement === frame && line.textContent === words;
  return isInPlace && isVisible(line) && isVisible(frame) && isOverPlayer(line, host);
}

function isVisible(element: HTMLElement): boolean {
  const { display, color, visibility, opacity, filter, clipPath } = getComputedStyle(element);
  const minOpacity = element.dataset['watermark'] === undefined ? 1 : MIN_OPACITY;
  return (
    display !== 'none' &&
    color !== 'rgba(0, 0, 0, 0)' &&
    visibility === 'visible' &&
    Number(opacity) >= minOpacity &&
    filter === 'none' &&
    clipPath === 'none'
  );
}

function isOverPlayer(line: HTMLElement, host: HTMLElement): boolean {
  const [mark, player] = [line.getBoundingClientRect(), host.getBoundingClientRect()];
  const isInside =
    mark.right > player.left && mark.left < player.right && mark.bottom > player.top && mark.top < player.bottom;
  return player.width === 0 || (isInside && mark.height >= MIN_HEIGHT_PX);
}
