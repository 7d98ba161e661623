/** The settings of a cue of WebVTT that place it on the picture. */
export type CueSettings = Pick<
  VTTCue,
  'line' | 'snapToLines' | 'position' | 'size' | 'align' | 'vertical'
>;

/** In em, as in the style sheet. */
const LINE_HEIGHT = 1.75;

/** At the bottom, in the middle: where Plyr draws. */
export const hasUsualPlace = ({ line, position, size, align, vertical }: CueSettings): boolean =>
  (line === 'auto' || line === -1) &&
  (position === 'auto' || position === 50) &&
  size === 100 &&
  isCentred(align) &&
  vertical === '';

/** Older drafts of WebVTT say `middle`. */
const isCentred = (align: string) => align === 'center' || align === 'middle';

/** Styles of the box of a cue, after WebVTT §7.2. `isRtl`: the text runs from right to left. */
export function placeCue(cue: CueSettings, isRtl: boolean): Record<string, string> {
  const { start, length } = rangeOf(cue, isRtl);
  const textAlign = isCentred(cue.align) ? 'center' : cue.align;
  if (cue.vertical === '')
    return { left: `${start}%`, width: `${length}%`, textAlign, ...placeLine(cue, 'top', 'Y') };
  const side = cue.vertical === 'rl' ? 'right' : 'left';
  const writingMode = `vertical-${cue.vertical}`;
  return {
    top: `${start}%`,
    height: `${length}%`,
    writingMode,
    textAlign,
    ...placeLine(cue, side, 'X'),
  };
}

/** Along the text, in percent of the picture. */
function rangeOf({ position, size, align }: CueSettings, isRtl: boolean) {
  const isAtEnd = align === 'right' || align === (isRtl ? 'start' : 'end');
  const centre = isCentred(align);
  const anchor = position === 'auto' ? (centre ? 50 : isAtEnd ? 100 : 0) : position;
  const space = centre ? 2 * Math.min(anchor, 100 - anchor) : isAtEnd ? anchor : 100 - anchor;
  const length = Math.min(size, space);
  return { start: centre ? anchor - length / 2 : isAtEnd ? anchor - length : anchor, length };
}

const OPPOSITE = { top: 'bottom', left: 'right', right: 'left' };

/**
 * Across the text. A percentage also moves the box by its own size, so that it never leaves the
 * picture.
 */
function placeLine(
  { line, snapToLines, vertical }: CueSettings,
  side: keyof typeof OPPOSITE,
  axis: 'X' | 'Y',
): Record<string, string> {
  if (line === 'auto') return { [vertical === '' ? OPPOSITE[side] : side]: '0' };
  if (!snapToLines)
    return {
      [side]: `${line}%`,
      transform: `translate${axis}(${side === 'right' ? line : -line}%)`,
    };
  return line >= 0
    ? { [side]: `${line * LINE_HEIGHT}em` }
    : { [OPPOSITE[side]]: `${(-1 - line) * LINE_HEIGHT}em` };
}
