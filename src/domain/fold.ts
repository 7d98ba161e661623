/**
 * Text made comparable: compatibility forms joined, case folded, diacritics dropped (Latin, Greek and Cyrillic accents, the
 * vowel points of Arabic and Hebrew); other scripts keep their marks, which are letters there.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .trim();
