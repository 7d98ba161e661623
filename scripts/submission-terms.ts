import { resolve } from 'node:path';
import type { Terms } from '#server/streaming/submission/review/actions.ts';
import { CommandError } from './failure.ts';

const text = { type: 'string' } as const;
export const OPTIONS = {
  price: text,
  date: text,
  'age-rating': text,
  minutes: text,
  type: text,
  channel: text,
  package: text,
  note: text,
  reason: text,
  help: { type: 'boolean', short: 'h' },
} as const;
export type Options = { [Name in Exclude<keyof typeof OPTIONS, 'help'>]?: string | undefined };

const INDIA = '+05:30';
const TYPES = ['MOVIES', 'SERIES', 'SHORTS'];
const MOST_RUPEES = 100_000;

/** The terms as they were typed. Throws CommandError, which names the one that cannot be. */
export function termsOf(options: Options): Terms {
  const { price, date, minutes, type, channel, note } = options;
  if (type !== undefined && !TYPES.includes(type)) throw new CommandError(`--type must be one of ${TYPES.join(', ')}.`);
  return {
    price: numberOf('price', price, { most: MOST_RUPEES, decimals: 2 }),
    date: date === undefined ? undefined : dayOf(date),
    ageRating: numberOf('age-rating', options['age-rating'], { most: 99, decimals: 0 }),
    minutes: numberOf('minutes', minutes, { most: 10_000, decimals: 0 }),
    type,
    channel: channel?.trim(),
    packageFolder: options.package === undefined ? undefined : resolve(options.package),
    note: note?.trim(),
  };
}

function numberOf(name: string, typed: string | undefined, { most, decimals }: { most: number; decimals: number }) {
  if (typed === undefined) return undefined;
  const form = decimals ? new RegExp(`^\\d+(\\.\\d{1,${decimals}})?$`) : /^\d+$/;
  if (!form.test(typed) || Number(typed) > most)
    throw new CommandError(`--${name} must be a number from 0 to ${most}${decimals ? '' : ', without decimals'}.`);
  return Number(typed);
}

function dayOf(typed: string): Date {
  const [, day, hour = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}))?$/.exec(typed) ?? [];
  const instant = new Date(`${day}T${hour}:00${INDIA}`);
  // 31 February is no day, but JavaScript would take it for one in March.
  const isDay = !Number.isNaN(instant.getTime()) && new Date(`${day}T00:00Z`).toISOString().startsWith(day!);
  if (!day || !isDay) throw new CommandError('--date must be a day, as in 2026-12-05 or "2026-12-05 18:00".');
  return instant;
}
