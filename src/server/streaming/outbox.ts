import type { Db } from '../db/database.ts';
import { logFailure } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import type { Mail, Mailer } from '../ports/messenger/messenger.ts';
import { ProviderError } from '../ports/provider-error.ts';
import { runDueTasks } from '../run-due-tasks.ts';

interface Outbox<Row extends { tries: number }> {
  /** Claims the next due row for this process and postpones its next try. */
  claim: (db: Db, now: Date) => Promise<Row | undefined>;
  /** Null when the mail is outdated or has no recipient. */
  compose: (row: Row, now: Date) => Promise<Mail | null>;
  close: (db: Db, row: Row, end: 'sentAt' | 'droppedAt', now: Date) => Promise<unknown>;
  logFields: (row: Row) => object;
}

/** Chosen: the number of parallel connections that small mail servers accept from one sender. */
const CONCURRENCY = 5;
/** The tries take about four hours (mail-queue.ts). */
const MAX_TRIES = 9;

/** Chosen: at-least-once delivery; a repeated mail has the same Message-ID. Returns the number of mails sent. */
export async function sendOutbox<Row extends { tries: number }>(
  deps: Deps,
  outbox: Outbox<Row>,
  signal?: AbortSignal,
): Promise<number> {
  const { email } = deps;
  if (!email) return 0;
  let sentCount = 0;
  const nextTask = async () => {
    const row = await outbox.claim(deps.db, deps.now());
    return row ? [() => sendOrLog(row)] : [];
  };
  const sendOrLog = async (row: Row) => {
    try {
      if (await sendMail(deps, email, outbox, row)) sentCount++;
    } catch (error) {
      logFailure(deps.log, error, 'a mail could not be composed; it will be tried again', outbox.logFields(row));
    }
  };
  await runDueTasks([nextTask], { concurrency: CONCURRENCY, signal });
  return sentCount;
}

async function sendMail<Row extends { tries: number }>(
  { db, now, log }: Deps,
  mailer: Mailer,
  { compose, close, logFields }: Outbox<Row>,
  row: Row,
): Promise<boolean> {
  const mail = row.tries < MAX_TRIES ? await compose(row, now()) : null;
  if (!mail) {
    await close(db, row, 'droppedAt', now());
    return false;
  }
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isLost = error.kind === 'refused' || row.tries + 1 === MAX_TRIES;
    log.warn(
      { err: error, ...logFields(row) },
      isLost ? 'a mail could not be sent; it is dropped' : 'a mail could not be sent; it will be tried again',
    );
    if (isLost) await close(db, row, 'droppedAt', now());
    return false;
  }
  await close(db, row, 'sentAt', now());
  log.info(logFields(row), 'a mail was sent');
  return true;
}
