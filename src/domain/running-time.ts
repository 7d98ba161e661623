import { foldDigits } from './fold.ts';

const MAX_MINUTES = 24 * 60;

const UNITS = { hours: '(?:hours?|hrs?|h)', minutes: "(?:minutes?|mins?|m|['′])" };
const FORMS: [RegExp, (first: number, second: number) => number][] = [
  [new RegExp(`^(\\d{1,4})\\s*${UNITS.minutes}?$`), (minutes) => minutes],
  [new RegExp(`^(\\d{1,2})\\s*${UNITS.hours}$`), (hours) => hours * 60],
  [
    new RegExp(`^(\\d{1,2})\\s*${UNITS.hours}\\s*(?:,|and)?\\s*([0-5]?\\d)\\s*${UNITS.minutes}?$`),
    (hours, minutes) => hours * 60 + minutes,
  ],
  [/^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?$/, (hours, minutes) => hours * 60 + minutes],
];

/**
 * Reads free text (spec §5) as minutes: `96`, `96 minutes`, `1 h 36 m`, `01:36:00`. Null if
 * unclear.
 */
export function parseRunningTime(runningTime: string): number | null {
  const plain = foldDigits(runningTime)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/([a-z])\./g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  for (const [form, toMinutes] of FORMS) {
    const found = form.exec(plain);
    if (!found) continue;
    const minutes = toMinutes(Number(found[1]), Number(found[2] ?? 0));
    return minutes > 0 && minutes <= MAX_MINUTES ? minutes : null;
  }
  return null;
}
