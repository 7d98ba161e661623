import { describe, expect, test } from 'vitest';
import { cleanLine, cleanText, escapeControls } from '#domain/plain-text.ts';
import fc, { anyText } from '../../support/fast-check.ts';

describe('a text that a person writes', () => {
  test.each([
    ['loses control characters of both sets', 'a\u0000\u0007\u001b[31mb\u007f\u009f', 'a[31mb'],
    ['loses direction controls and isolates', 'a\u202egnp.exe\u202c \u2066b\u2069', 'agnp.exe b'],
    ['loses a byte order mark', '\ufeffa\ufeffb', 'ab'],
    ['keeps the joiners of Indian scripts and of emoji', 'ക്‍ഷ ന്\u200cന 👩‍👩‍👧', 'ക്‍ഷ ന്\u200cന 👩‍👩‍👧'],
    ['keeps the marks of Arabic and Hebrew', 'שלום\u200f! \u061c٣', 'שלום\u200f! \u061c٣'],
    ['keeps its composition', 'ल\u095cाई', 'ल\u095cाई'],
    [
      'keeps at most eight marks on a letter',
      `a${'\u0335'.repeat(40)}b`,
      `a${'\u0335'.repeat(8)}b`,
    ],
    ['is empty if nothing is visible', '\u200b\u200d\ufeff\u202e\u2060', ''],
  ])('%s', (_, typed, clean) =>
    expect([cleanText(typed), cleanLine(typed)]).toEqual([clean, clean]),
  );

  test.each([
    ['a\u000bb\u000cc', 'a\nb\nc', 'a b c'],
    ['a\r\n\r\n b\u2028c', 'a\n\n b\nc', 'a b c'],
    [' a\tb \n', 'a b', 'a b'],
  ])('%j keeps its line breaks only in a field of several lines', (typed, text, line) =>
    expect([cleanText(typed), cleanLine(typed)]).toEqual([text, line]),
  );

  test('does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (typed) => {
        expect(cleanText(cleanText(typed))).toBe(cleanText(typed));
        expect(cleanLine(cleanLine(typed))).toBe(cleanLine(typed));
      }),
      { numRuns: 400 },
    );
  });
});

test('an escaped text shows its control characters, and is the same value in JSON', () => {
  const text = 'Rain\u001b]0;title\u0007\u009b31m\u202e\ufeff\r';
  expect(escapeControls(text)).toBe('Rain\\u001b]0;title\\u0007\\u009b31m\\u202e\\ufeff\\u000d');
  expect(JSON.parse(escapeControls(JSON.stringify(text)))).toBe(text);
});
