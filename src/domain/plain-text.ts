/** A line break in a word processor is VT, a page break FF. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/**
 * Control characters except tab and line feed, the byte order mark, and the controls that change
 * the direction of the text after them. LRM, RLM and ALM do not, and emoji and Indian scripts need
 * U+200C and U+200D, so these stay.
 */
const CONTROLS =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\uFEFF\uFFF9-\uFFFB\u202A-\u202E\u2066-\u2069]/g;
/** No script puts more than eight marks on a letter; more would cover other lines. */
const EXCESS_MARKS = /(\p{M}{8})\p{M}+/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** For outlets: keeps tabs, line breaks and spaces. */
export const removeControls = (text: string): string =>
  text.replace(LINE_ENDS, '\n').replace(CONTROLS, '');

/**
 * For outlets to people who look for the cause of a problem: `ESC` becomes `\u001b`. In JSON, the
 * value stays the same.
 */
export const escapeControls = (text: string): string =>
  text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Text of several lines that a person writes; empty when nothing in it is visible. Idempotent. */
export function cleanText(text: string): string {
  const clean = removeControls(text.toWellFormed())
    .replaceAll('\t', ' ')
    .replace(EXCESS_MARKS, '$1')
    .trim();
  return VISIBLE.test(clean) ? clean : '';
}

/** Like `cleanText`, in one line. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
