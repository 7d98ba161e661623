import { sumsInWords as words } from '#messages/invoices.ts';

const SCALES: [size: number, name: string][] = [
  [10_000_000, words.crore],
  [100_000, words.lakh],
  [1000, words.thousand],
  [100, words.hundred],
];

/** `One Lakh Two Thousand Three Hundred Forty Five`: a whole number, counted as in India. */
function inWords(count: number): string {
  if (count < 20) return words.belowTwenty[count]!;
  const scale = SCALES.find(([size]) => count >= size);
  if (!scale) return withRest(words.tens[Math.floor(count / 10)]!, count % 10);
  const [size, name] = scale;
  return withRest(`${inWords(Math.floor(count / size))} ${name}`, count % size);
}

const withRest = (said: string, rest: number): string => (rest === 0 ? said : `${said} ${inWords(rest)}`);

/** `Rupees One Hundred Seventy Six Only` */
export function sumInWords(paise: number): string {
  const [rupees, rest] = [inWords(Math.floor(paise / 100)), paise % 100];
  return rest === 0 ? words.rupees(rupees) : words.rupeesAndPaise(rupees, inWords(rest));
}
