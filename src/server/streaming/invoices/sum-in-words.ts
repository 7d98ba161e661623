import type { Paise } from '#domain/pricing.ts';
import { sumsInWords as words } from '#messages/invoices.ts';

const SCALES: [size: number, name: string][] = [
  [10_000_000, words.crore],
  [100_000, words.lakh],
  [1000, words.thousand],
  [100, words.hundred],
];

/** Indian counting: `One Lakh Two Thousand Three Hundred Forty Five`. */
function numberInWords(count: number): string {
  if (count < 20) return words.belowTwenty[count]!;
  const scale = SCALES.find(([size]) => count >= size);
  if (!scale) return appendRemainder(words.tens[Math.floor(count / 10)]!, count % 10);
  const [size, name] = scale;
  return appendRemainder(`${numberInWords(Math.floor(count / size))} ${name}`, count % size);
}

const appendRemainder = (text: string, remainder: number): string =>
  remainder === 0 ? text : `${text} ${numberInWords(remainder)}`;

export function sumInWords(paise: Paise): string {
  const [rupees, remainder] = [numberInWords(Math.floor(paise / 100)), paise % 100];
  return remainder === 0
    ? words.rupees(rupees)
    : words.rupeesAndPaise(rupees, numberInWords(remainder));
}
