import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/open.ts';
import { type Batch, filmsByKey, makeBatch } from '#server/streaming/booking/coupon-batch.ts';
import { CommandError, fail } from './failure.ts';

const USAGE = `Makes one-time discount codes, and prints them, one a line.

  npm run coupons -- --batch DIWALI --count 500 --percent 50 --until 2026-11-30
  npm run coupons -- --batch PRESS --count 20 --rupees 30 --films key1,key2

  --batch name     in front of every code; 2 to 20 letters and digits
  --count number   how many, 10000 at most
  --percent number or --rupees number: what each takes off one ticket
  --from day       usable from this day (YYYY-MM-DD, India's clock)
  --until day      usable up to the end of this day
  --films keys     only for these films, by the keys in their addresses`;

const MOST = 10_000;
const INDIA = '+05:30';

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      batch: text,
      count: text,
      percent: text,
      rupees: text,
      from: text,
      until: text,
      films: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  return values.help ? undefined : values;
}
type Arguments = NonNullable<ReturnType<typeof readArguments>>;

const wrong = (why: string) => new CommandError(`${why}\n\n${USAGE}`);

function batchOf({ batch, count, from, until, ...values }: Arguments): Omit<Batch, 'movieIds'> {
  const name = batch?.toUpperCase() ?? '';
  if (!/^[A-Z0-9]{2,20}$/.test(name)) throw wrong('--batch must be 2 to 20 letters and digits.');
  const many = Number(count);
  if (!Number.isInteger(many) || many < 1 || many > MOST) throw wrong(`--count must be a number from 1 to ${MOST}.`);
  const validFrom = from === undefined ? null : dayOf('from', from, '00:00:00.000');
  const validUntil = until === undefined ? null : new Date(dayOf('until', until, '23:59:59.999').getTime() + 1);
  if (validFrom && validUntil && validUntil <= validFrom) throw wrong('--until must not be before --from.');
  return { name, count: many, ...discountOf(values), validFrom, validUntil };
}

function discountOf({ percent, rupees }: Arguments): Pick<Batch, 'couponType' | 'couponValue'> {
  if ((percent === undefined) === (rupees === undefined)) throw wrong('Give either --percent or --rupees.');
  const value = Number(percent ?? rupees);
  const most = percent === undefined ? 100_000 : 100;
  if (!(value > 0 && value <= most)) throw wrong(`The discount must be above 0 and ${most} at most.`);
  return { couponType: percent === undefined ? 'FIXED' : 'PERCENTAGE', couponValue: Math.round(value * 100) / 100 };
}

function dayOf(name: string, day: string, time: string): Date {
  const instant = new Date(`${day}T${time}${INDIA}`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(instant.getTime()))
    throw wrong(`--${name} must be a day, as in 2026-11-30.`);
  return instant;
}

async function filmsOf(database: Database, films: string | undefined): Promise<number[] | null> {
  if (films === undefined) return null;
  const { movieIds, unknown } = await filmsByKey(
    database.db,
    films.split(',').map((key) => key.trim()),
  );
  if (unknown.length) throw wrong(`There is no film with the key ${unknown.join(', ')}.`);
  return movieIds;
}

async function main(): Promise<void> {
  const wanted = readArguments();
  if (!wanted) return console.log(USAGE);
  const batch = batchOf(wanted);
  // Codes sign nobody in, so making them needs no secrets that last.
  const throwAway = () => ({
    tokenSecret: randomBytes(32).toString('hex'),
    otpPepper: randomBytes(32).toString('hex'),
  });
  const database = await openDatabase(readConfig(process.env, throwAway).databaseUrl);
  try {
    const codes = await makeBatch(database.db, { ...batch, movieIds: await filmsOf(database, wanted.films) });
    console.log(codes.join('\n'));
  } finally {
    await database.close();
  }
}

const isMistyped = (error: unknown): error is Error =>
  String((error as { code?: string } | undefined)?.code).startsWith('ERR_PARSE_ARGS');

await main().catch((error: unknown) => fail(isMistyped(error) ? wrong(error.message) : error));
