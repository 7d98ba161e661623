import { npmCommand, sentence } from '#domain/format/sentence.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { newerSchemaNotice, readSchemaVersion } from '../db/schema-check.ts';
import { type Check, problem, reasonOf, warning, healthy } from './finding.ts';
import { readClockAndVersion, countPendingWork } from './queries.ts';

const MIN_VERSION = 140_000;
const MAX_SKEW_MS = 2000;
const MAX_JOB_DELAY = 15 * MINUTE;

const REMEDIES = {
  postgres:
    'Start PostgreSQL (systemctl start postgresql) and read its log (journalctl -u postgresql). If it runs, compare DATABASE_URL with it.',
  embedded: 'Stop every process that uses the folder of the database, then start the server again.',
};

export const checkDatabase: Check = async (context) => {
  const { db, config } = context;
  let version: number;
  try {
    ({ version } = await readClockAndVersion(db));
  } catch (error) {
    const remedy = REMEDIES[config.databaseUrl.startsWith('postgres') ? 'postgres' : 'embedded'];
    return problem(`The database does not answer: ${reasonOf(error as Error)}`, remedy);
  }
  const name = `PostgreSQL ${Math.floor(version / 10_000)}`;
  if (version < MIN_VERSION)
    return problem(`${name} is too old`, 'Upgrade to PostgreSQL 14 or newer.');
  const schema = await readSchemaVersion(db);
  const notice = newerSchemaNotice(schema);
  if (notice) return warning(`${name} answers; a newer release has migrated it`, notice);
  return healthy(`${name} answers; its tables have schema ${schema?.number}`);
};

/** Viewing windows depend on the clocks of this machine and of the database. */
export const checkClocks: Check = async ({ db, now }) => {
  const databaseClock = await readClockAndVersion(db);
  const skew = Math.abs(databaseClock.now - now().getTime());
  if (skew > MAX_SKEW_MS)
    return problem(
      `This machine and the database are ${Math.round(skew / 1000)} s apart`,
      'Synchronise both with a time server: timedatectl set-ntp true.',
    );
  return healthy('This machine and the database agree on the time');
};

export const checkJobs: Check = async ({ db, now }) => {
  const { eventCount, mailCount } = await countPendingWork(
    db,
    new Date(now().getTime() - MAX_JOB_DELAY),
  );
  if (!eventCount && !mailCount) return healthy('No job is late');
  return problem(
    `${eventCount} payment events and ${mailCount} mails have waited for more than 15 minutes`,
    'Start a process with ROLE=worker or ROLE=all, and check its log for errors.',
  );
};

export const checkMoney: Check = async ({ db, now }) => {
  const work = await countPendingWork(db, now());
  const outcomes = [];
  if (work.heldCount || work.failedRefundCount)
    outcomes.push(
      ...warning(
        `${work.heldCount} payments are held, ${work.failedRefundCount} refunds have failed`,
        sentence`${npmCommand('order held')} lists them with their reasons. Each needs your decision.`,
      ),
    );
  if (work.otherSumCount)
    outcomes.push(
      ...warning(
        `${work.otherSumCount} payments of Razorpay were held because their sum is not the price`,
        'In the Razorpay dashboard, let the business bear the fees (Account & Settings, Payment methods, Fee bearer) and switch off offers (Offers). Then accept or return the payments: docs/daily-work.md.',
      ),
    );
  if (work.disputeCount)
    outcomes.push(
      ...warning(
        `${work.disputeCount} disputes are open${work.answerBy ? `; the first answer is due by ${work.answerBy} in India` : ''}`,
        sentence`${npmCommand('dispute list')} lists them and says what to do. Send the evidence in the dashboard of the provider.`,
      ),
    );
  return outcomes.length
    ? outcomes
    : healthy('No payment is held, no refund has failed, and no dispute is open');
};
