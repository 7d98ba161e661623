import { displayHour, local } from '#domain/dates.ts';
import { WATERMARK_SECONDS } from '#domain/limits.ts';
import { watermarkPlace } from '#domain/playback.ts';
import { serverNow } from '#stores/clock.ts';

/** How often it is looked at beyond what the page tells by itself: a style sheet that hides it changes nothing near it. */
const LOOK_MS = 1000;

/**
 * Spec §4: who watches, moving every 5 s over the picture, in full screen too. It takes no pointer and is not read aloud.
 * Who removes or hides it stops the film: `onTampered` hears of it, and the mark comes back. Not drawn by React, which would
 * stumble over an element that is gone.
 */
export function keepWatermark(host: HTMLElement, userId: number | null, onTampered: () => void): () => void {
  let mark = draw(host, wordsFor(userId));
  let words = wordsFor(userId);

  const observer = new MutationObserver(look);
  const watch = () => {
    observer.observe(host, { childList: true });
    observer.observe(mark.frame, { attributes: true, childList: true, subtree: true, characterData: true });
  };
  const quietly = (change: () => void) => {
    observer.disconnect();
    change();
    watch();
  };
  const move = () =>
    quietly(() => {
      words = wordsFor(userId);
      mark.line.textContent = words;
      place(mark.line);
    });
  function look() {
    if (isSeen(mark, host, words)) return;
    onTampered();
    quietly(() => {
      mark.frame.remove();
      mark = draw(host, words);
    });
  }

  watch();
  const timers = [setInterval(move, WATERMARK_SECONDS * 1000), setInterval(look, LOOK_MS)];
  return () => {
    timers.forEach(clearInterval);
    observer.disconnect();
    mark.frame.remove();
  };
}

interface Mark {
  /** Lies over the picture, and not over the bars around it. */
  frame: HTMLElement;
  line: HTMLElement;
}

function draw(host: HTMLElement, words: string): Mark {
  const frame = document.createElement('div');
  frame.className = 'film-picture';
  frame.ariaHidden = 'true';
  const line = document.createElement('p');
  line.className = 'film-mark num';
  line.dataset['watermark'] = '';
  line.textContent = words;
  place(line);
  frame.append(line);
  host.append(frame);
  return { frame, line };
}

function place(line: HTMLElement): void {
  const { left, top } = watermarkPlace(Math.random);
  Object.assign(line.style, { left: `${left}%`, top: `${top}%` });
}

function wordsFor(userId: number | null): string {
  const now = serverNow();
  return `${userId ?? ''} · ${local(now)!.format('D MMM')} ${displayHour(now)}`;
}

const LEAST_OPACITY = 0.3;
const LEAST_HEIGHT = 8;

function isSeen({ frame, line }: Mark, host: HTMLElement, words: string): boolean {
  // While the player is being closed there is nothing to guard.
  if (!host.isConnected) return true;
  // A video in full screen by itself leaves everything else behind.
  if (document.fullscreenElement?.localName === 'video') return false;
  const isInPlace = frame.parentElement === host && line.parentElement === frame && line.textContent === words;
  return isInPlace && isDrawn(line) && isDrawn(frame) && isOver(line, host);
}

function isDrawn(element: HTMLElement): boolean {
  const { display, color, visibility, opacity, filter, clipPath } = getComputedStyle(element);
  const least = element.dataset['watermark'] === undefined ? 1 : LEAST_OPACITY;
  return (
    display !== 'none' &&
    color !== 'rgba(0, 0, 0, 0)' &&
    visibility === 'visible' &&
    Number(opacity) >= least &&
    filter === 'none' &&
    clipPath === 'none'
  );
}

function isOver(line: HTMLElement, host: HTMLElement): boolean {
  const [mark, stage] = [line.getBoundingClientRect(), host.getBoundingClientRect()];
  const isInside =
    mark.right > stage.left && mark.left < stage.right && mark.bottom > stage.top && mark.top < stage.bottom;
  return stage.width === 0 || (isInside && mark.height >= LEAST_HEIGHT);
}
