import { hasUsualPlace, placeCue } from './cue-placement.ts';
import { CAPTION_EVENTS, captionTracksOf } from './film-tracks.ts';

/**
 * Draws the captions that have a place of their own on the picture. Plyr joins all captions at the
 * bottom. Call it after Plyr: its listeners must come first.
 */
export function drawPlacedCaptions(video: HTMLVideoElement, plyr: Plyr): void {
  const layer = document.createElement('div');
  layer.className = 'film-picture film-captions';
  const area = layer.appendChild(document.createElement('div'));
  const draw = () => {
    const cues = [...(captionTracksOf(video)[plyr.currentTrack]?.activeCues ?? [])] as VTTCue[];
    const placed = cues.filter((cue) => !hasUsualPlace(cue));
    area.replaceChildren();
    if (placed.length === 0) return;
    plyr.elements.container?.append(layer);
    const usualText = drawUsual(video, cues.filter(hasUsualPlace));
    separate([...usualText, ...placed.map((cue) => drawCue(area, cue))]);
  };
  for (const name of [...CAPTION_EVENTS, 'cuechange']) video.addEventListener(name, draw);
  video.textTracks.addEventListener('addtrack', ({ track }) =>
    track?.addEventListener('cuechange', draw),
  );
}

/** Leaves only these captions where Plyr has drawn all. */
function drawUsual(video: HTMLVideoElement, cues: VTTCue[]): HTMLElement[] {
  const captions = video.closest('.plyr')?.querySelector('.plyr__captions');
  captions?.replaceChildren();
  if (!captions || cues.length === 0) return [];
  const text = addText(captions);
  for (const [at, cue] of cues.entries()) text.append(at > 0 ? '\n' : '', cue.getCueAsHTML());
  return [text];
}

function drawCue(area: HTMLElement, cue: VTTCue): HTMLElement {
  const box = area.appendChild(document.createElement('div'));
  box.dir = 'auto';
  const text = addText(box);
  text.append(cue.getCueAsHTML());
  Object.assign(box.style, placeCue(cue, getComputedStyle(box).direction === 'rtl'));
  return text;
}

function addText(parent: Element): HTMLElement {
  const text = parent.appendChild(document.createElement('span'));
  text.className = 'plyr__caption';
  return text;
}

/**
 * Moves each text away from the texts before it: down in the upper half of the picture, otherwise
 * up.
 */
function separate(texts: HTMLElement[]): void {
  const occupied: DOMRect[] = [];
  for (const text of texts) {
    const box = text.parentElement!;
    const { style } = box;
    const { transform } = style;
    const isUpper = isInUpperHalf(box);
    let shift = 0;
    for (const _ of occupied) {
      const rect = text.getBoundingClientRect();
      const other = findOverlap(rect, occupied);
      if (!other) break;
      shift += isUpper ? other.bottom - rect.top : other.top - rect.bottom;
      style.transform = `${transform} translateY(${shift}px)`;
    }
    occupied.push(text.getBoundingClientRect());
  }
}

function isInUpperHalf(box: HTMLElement): boolean {
  const [inner, outer] = [box.getBoundingClientRect(), box.parentElement!.getBoundingClientRect()];
  return inner.top + inner.bottom < outer.top + outer.bottom;
}

const findOverlap = (rect: DOMRect, occupied: DOMRect[]) =>
  occupied.find(
    (other) =>
      // A pixel of rounding is no overlap.
      rect.left < other.right &&
      other.left < rect.right &&
      rect.top + 1 < other.bottom &&
      other.top + 1 < rect.bottom,
  );
