import { displayShortMoment } from '#domain/format/dates.ts';
import { WATERMARK_INTERVAL_SECONDS } from '#domain/limits/playback.ts';
import { watermarkPosition } from '#domain/playback.ts';
import { serverNow } from '#stores/server-clock.ts';

/** Polls for changes that a MutationObserver misses, for example of a style sheet. */
const CHECK_MS = 1000;

/**
 * Spec §4: shows the viewer's identity, moving every 5 s, also in full screen. If it is removed or
 * made invisible, calls `onTampered` and draws it again. Not drawn by React, which fails on removed
 * elements.
 */
export function guardWatermark(
  host: HTMLElement,
  identity: string,
  onTampered: () => void,
): () => void {
  let watermark = drawWatermark(host, watermarkText(identity));
  let text = watermarkText(identity);

  const observer = new MutationObserver(check);
  const observe = () => {
    observer.observe(host, { childList: true });
    observer.observe(watermark.frame, {
      attributes: true,
      childList: true,
      subtree: true,
      characterData: true,
    });
  };
  const withoutObserving = (change: () => void) => {
    observer.disconnect();
    change();
    observe();
  };
  const move = () =>
    withoutObserving(() => {
      text = watermarkText(identity);
      watermark.label.textContent = text;
      placeWatermark(watermark.label);
    });
  function check() {
    if (isIntact(watermark, host, text)) return;
    onTampered();
    withoutObserving(() => {
      watermark.frame.remove();
      watermark = drawWatermark(host, text);
    });
  }

  observe();
  const timers = [
    setInterval(move, WATERMARK_INTERVAL_SECONDS * 1000),
    setInterval(check, CHECK_MS),
  ];
  return () => {
    timers.forEach(clearInterval);
    observer.disconnect();
    watermark.frame.remove();
  };
}

interface Watermark {
  /** Covers the picture without the black bars. */
  frame: HTMLElement;
  label: HTMLElement;
}

function drawWatermark(host: HTMLElement, text: string): Watermark {
  const frame = document.createElement('div');
  frame.className = 'film-picture';
  frame.ariaHidden = 'true';
  // A translated watermark would be a changed one.
  frame.translate = false;
  const label = document.createElement('p');
  label.className = 'film-watermark tabular';
  label.dataset['watermark'] = '';
  label.textContent = text;
  placeWatermark(label);
  frame.append(label);
  host.append(frame);
  return { frame, label };
}

function placeWatermark(label: HTMLElement): void {
  const { left, top, x, y } = watermarkPosition(Math.random);
  Object.assign(label.style, { left: `${left}%`, top: `${top}%`, translate: `${x}% ${y}%` });
}

function watermarkText(identity: string): string {
  return `${identity} · ${displayShortMoment(serverNow())}`;
}

const MIN_OPACITY = 0.3;
const MIN_HEIGHT_PX = 8;

function isIntact({ frame, label }: Watermark, host: HTMLElement, text: string): boolean {
  // The player is closing.
  if (!host.isConnected) return true;
  // Full screen of the bare video loses the watermark.
  if (document.fullscreenElement?.localName === 'video') return false;
  const isInPlace =
    frame.parentElement === host && label.parentElement === frame && label.textContent === text;
  return isInPlace && isVisible(label) && isVisible(frame) && isOverPlayer(label, host);
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

function isOverPlayer(label: HTMLElement, host: HTMLElement): boolean {
  const [watermark, player] = [label.getBoundingClientRect(), host.getBoundingClientRect()];
  const isInside =
    watermark.right > player.left &&
    watermark.left < player.right &&
    watermark.bottom > player.top &&
    watermark.top < player.bottom;
  return player.width === 0 || (isInside && watermark.height >= MIN_HEIGHT_PX);
}
