import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { cleanComments, languageOf } from '#domain/review.ts';

describe('the words of a review', () => {
  test.each([
    ['stay as they are', 'Slow, and meant to be.', 'Slow, and meant to be.'],
    ['keep what looks like HTML', '<b>a</b> &amp; <script>', '<b>a</b> &amp; <script>'],
    ['lose the space around them', '  a \n', 'a'],
    ['have one kind of line end', 'a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['have one empty line at most', 'a\n \n\n\n\nb', 'a\n\nb'],
    ['have spaces for tabs', 'a\tb', 'a b'],
    ['lose control characters', 'a\u0000\u0007\u001b[31mb\u009f', 'a[31mb'],
    ['lose what turns the direction', 'a\u202egnp.exe\u202c \u2066b\u2069', 'agnp.exe b'],
    ['keep the marks that Arabic and Hebrew need', 'שלום\u200f! \u061c٣', 'שלום\u200f! \u061c٣'],
    ['keep joined emoji and Indic joiners', '👩‍👩‍👧 ക്‍ഷ', '👩‍👩‍👧 ക്‍ഷ'],
    ['keep eight marks on a letter and no more', `a${'\u0335'.repeat(40)}b`, `a${'\u0335'.repeat(8)}b`],
    ['are composed', 'e\u0301', 'é'],
    ['mend half a surrogate', 'a\ud800b', 'a\ufffdb'],
    ['are none when only spaces', ' \n\t\u00a0\u3000', ''],
    ['are none when nobody can see them', '\u200b\u200d\ufeff\u202e\u2060', ''],
    ['may be one sign', '👍', '👍'],
  ])('%s', (_, text, clean) => expect(cleanComments(text)).toBe(clean));

  test('are clean after one cleaning, whatever they were', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const clean = cleanComments(text);
        expect(cleanComments(clean)).toBe(clean);
        // eslint-disable-next-line no-control-regex
        expect(clean).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
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
])('“%s” is read out as %s', (words, language) => expect(languageOf(words)).toBe(language));
