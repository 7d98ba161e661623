import { MINUTE } from '#domain/limits.ts';
import { newerSchemaNotice, readSchemaVersion } from '../db/schema-check.ts';
import { type Check, ill, look, well } from './finding.ts';
import { clockAndVersion, leftLying } from './queries.ts';

const OLDEST_VERSION = 140_000;
const MOST_SKEW_MS = 2000;
const LONG_AGO = 15 * MINUTE;

export const databaseAnswers: Check = async ({ db }) => {
  const { version } = await clockAndVersion(db);
  const name = `PostgreSQL ${Math.floor(version / 10_000)}`;
  if (version < OLDEST_VERSION) return ill('database', `${name} is too old`, 'Move to PostgreSQL 14 or newer.');
  const schema = await readSchemaVersion(db);
  const notice = newerSchemaNotice(schema);
  if (notice) return look('database', `${name} answers, and a newer release migrated it`, notice);
  return well('database', `${name} answers; its tables have schema ${schema?.number}`);
};

/** Windows open and close by the clock; the processes and the database must agree on it. */
export const clocksAgree: Check = async ({ db, now }) => {
  const there = await clockAndVersion(db);
  const skew = Math.abs(there.now - now().getTime());
  if (skew > MOST_SKEW_MS)
    return ill(
      'clock',
      `This machine and the database are ${Math.round(skew / 1000)} s apart`,
      'Let both follow a time server: timedatectl set-ntp true.',
    );
  return well('clock', 'This machine and the database agree on the time');
};

/** Whether somebody works: jobs wait in the database until a process with ROLE all or worker takes them. */
export const workIsDone: Check = async ({ db, now }) => {
  const { events, mails } = await leftLying(db, new Date(now().getTime() - LONG_AGO));
  if (!events && !mails) return well('jobs', 'Nothing has been left lying');
  return ill(
    'jobs',
    `${events} news of payments and ${mails} mails have waited for more than a quarter of an hour`,
    'Start a process with ROLE=worker (or all), and look into its log for what it cannot do.',
  );
};

export const moneyIsDecided: Check = async ({ db, now }) => {
  const { held, refunds } = await leftLying(db, now());
  if (!held && !refunds) return well('money', 'No payment is held, and no refund has failed');
  return look(
    'money',
    `${held} payments are held, ${refunds} refunds have failed`,
    'npm run cinema -- order held lists them with their reasons; each waits for your decision.',
  );
};
