import { codePointOf } from './code-point.ts';

/**
 * Lower case, without accents and vowel points. Indian scripts keep their marks, which are letters
 * there.
 */
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
    const code = codePointOf(digit);
    let first = code;
    while (isDigit(first - 1)) first--;
    // The mathematical digits are five sets of ten without a gap.
    return String((code - first) % 10);
  });

/**
 * A code as it is typed or pasted, in one spelling: plain letters, digits and hyphens, without
 * invisible characters.
 */
export const foldCode = (typed: string): string =>
  foldDigits(typed.normalize('NFKC'))
    .replace(/[\p{Cc}\p{Cf}\p{Me}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();

/** For codes that are only grouped by blanks and hyphens: `417 293` → `417293`. */
export const compactCode = (typed: string): string => foldCode(typed).replace(/[\s-]/g, '');
