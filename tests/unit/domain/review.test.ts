import fc, { anyText } from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { cleanComments, detectLanguage } from '#domain/review.ts';

describe('the text of a review', () => {
  test.each([
    ['stays unchanged', 'Slow, and meant to be.', 'Slow, and meant to be.'],
    ['keeps HTML-like text', '<b>a</b> &amp; <script>', '<b>a</b> &amp; <script>'],
    ['loses surrounding spaces', '  a \n', 'a'],
    ['has one kind of line break', 'a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['has at most one empty line in a row', 'a\n \n\n\n\nb', 'a\n\nb'],
    ['has spaces instead of tabs', 'a\tb', 'a b'],
    ['loses control characters', 'a\u0000\u0007\u001b[31mb\u009f', 'a[31mb'],
    ['loses direction controls', 'a\u202egnp.exe\u202c \u2066b\u2069', 'agnp.exe b'],
    ['keeps the marks of Arabic and Hebrew', 'שלום\u200f! \u061c٣', 'שלום\u200f! \u061c٣'],
    ['keeps joined emoji and Indic joiners', '👩‍👩‍👧 ക്‍ഷ', '👩‍👩‍👧 ക്‍ഷ'],
    [
      'keeps at most eight marks on a letter',
      `a${'\u0335'.repeat(40)}b`,
      `a${'\u0335'.repeat(8)}b`,
    ],
    ['is composed (NFC)', 'e\u0301', 'é'],
    ['has no lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['is empty if it has only spaces', ' \n\t\u00a0\u3000', ''],
    ['is empty if nothing is visible', '\u200b\u200d\ufeff\u202e\u2060', ''],
    ['can be a single character', '👍', '👍'],
  ])('%s', (_, text, clean) => expect(cleanComments(text)).toBe(clean));

  test('does not change when it is cleaned again', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        const clean = cleanComments(text);
        expect(cleanComments(clean)).toBe(clean);
        expect(clean).not.toMatch(
          // eslint-disable-next-line no-control-regex
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
      }),
      { numRuns: 400 },
    );
  });
});

test.each([
  ['மழைச் சத்தம் இன்னும் காதில் இருக்கிறது', 'ta'],
  ['ഒരു നല്ല സിനിമ', 'ml'],
  ['बहुत अच्छी फ़िल्म, must see', 'hi'],
  ['فيلم جميل', 'ar'],
  ['Slow, and meant to be. மழை', undefined],
  ['5/5 !!!', undefined],
])('“%s” has the language %s', (words, language) => expect(detectLanguage(words)).toBe(language));
