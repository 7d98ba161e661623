/** Text made comparable: compatibility forms joined, case folded, Latin diacritics dropped; other scripts keep their marks. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC').toLowerCase().trim();
