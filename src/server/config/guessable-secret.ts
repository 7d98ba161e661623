/** Chosen: sixteen random hexadecimal digits measure some fifty bits by this, and one in a hundred thousand less than this. */
const ENOUGH_BITS = 32;

/**
 * Whether a secret is too regular to have been made by chance: one sign again and again, a word that is repeated, `12345…`.
 * It measures how evenly the signs, and the steps between them, are spread; it knows no dictionary.
 */
export function isGuessable(secret: string): boolean {
  const signs = Array.from(secret.slice(0, periodOf(secret)));
  const steps = signs.slice(1).map((sign, at) => String(sign.codePointAt(0)! - signs[at]!.codePointAt(0)!));
  return Math.min(bitsOf(signs), bitsOf(steps)) < ENOUGH_BITS;
}

/** The length of the part that a text repeats: 3 of `abcabca`. */
function periodOf(text: string): number {
  for (let period = 1; period < text.length; period++) if (text.startsWith(text.slice(period))) return period;
  return text.length;
}

/** Shannon's measure of a row of things: their number times what each one says on average. */
function bitsOf(things: string[]): number {
  const counts = new Map<string, number>();
  for (const each of things) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / things.length), 0);
}
