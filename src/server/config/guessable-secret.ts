import { codePointOf } from '#domain/code-point.ts';

/**
 * Chosen: sixteen random hexadecimal digits score about 50 bits; one in 100,000 scores below this
 * limit.
 */
const MIN_BITS = 32;

/** Checks the entropy of the characters and of the steps between them: `12345…` is guessable. */
export function isGuessableSecret(secret: string): boolean {
  const characters = Array.from(secret.slice(0, periodOf(secret)));
  const codes = characters.map(codePointOf);
  const steps = codes.slice(1).map((code, at) => String(code - (codes[at] ?? 0)));
  return Math.min(bitsOf(characters), bitsOf(steps)) < MIN_BITS;
}

/** Length of the repeated part: 3 for `abcabca`. */
function periodOf(text: string): number {
  for (let period = 1; period < text.length; period++)
    if (text.startsWith(text.slice(period))) return period;
  return text.length;
}

function bitsOf(items: string[]): number {
  const counts = new Map<string, number>();
  for (const each of items) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts.values()].reduce(
    (bits, count) => bits - count * Math.log2(count / items.length),
    0,
  );
}
