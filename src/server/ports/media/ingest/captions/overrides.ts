/** Of SubStation Alpha (`{\an8}`), which other formats borrow, and of MicroDVD (`{y:i}`). */
const OVERRIDE = /\{(?:\\|[CcFfoPSsYy]:)[^{}]*\}/g;
const ALIGNMENT = /\{\\(an?)(\d{1,2})\b/;

/** As on the keypad of a keyboard: `{\an7}` is at the top left. */
const LINES = ['', 'line:50%', 'line:0'];
const ALIGNS = ['align:left', '', 'align:right'];

/** Removes overrides; the position on the screen becomes WebVTT settings. */
export function readOverrides(text: string): { text: string; settings: string } {
  if (!text.includes('{')) return { text, settings: '' };
  const [, kind, digits] = ALIGNMENT.exec(text) ?? [];
  const key = kind === 'a' ? keypadOf(Number(digits)) : Number(digits);
  return {
    text: text.replace(OVERRIDE, ''),
    settings: key >= 1 && key <= 9 ? settingsOf(key) : '',
  };
}

const settingsOf = (key: number) =>
  [LINES[Math.floor((key - 1) / 3)], ALIGNS[(key - 1) % 3]].filter(Boolean).join(' ');

/** The older `{\a6}` counts 1 to 3 at the bottom, 5 to 7 at the top and 9 to 11 in the middle. */
function keypadOf(old: number): number {
  if (old >= 9) return old - 5;
  return old >= 5 ? old + 2 : old;
}
