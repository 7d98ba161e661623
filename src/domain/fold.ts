/** Lower case, without accents and vowel points. Indian scripts keep their marks, which are letters there. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .trim();

const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** `९०००` → `9000`. Unicode stores the ten digits of a script in order, starting at 0. */
export const foldDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let first = code;
    while (isDigit(first - 1)) first--;
    // The mathematical digits are five sets of ten without a gap.
    return String((code - first) % 10);
  });
