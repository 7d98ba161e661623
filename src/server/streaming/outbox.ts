import type { Db } from '../db/database.ts';
import { logFailure } from '../db/unavailable.ts';
import type { Deps } from '../deps.ts';
import { budgetMessage, type BudgetedMessage } from '../message-budget/budget-message.ts';
import type { Mail, Mailer } from '../ports/messenger/messenger.ts';
import { ProviderError } from '../ports/provider-error.ts';
import { runDueTasks } from '../run-due-tasks.ts';

/** A mail, and what its budget must know. */
export interface OutgoingMail extends Pick<BudgetedMessage, 'kind' | 'accountId' | 'isProven'> {
  mail: Mail;
}

interface Outbox<Row extends { tries: number }> {
  /** Claims the next due row for this process and postpones its next try. */
  claim: (db: Db, now: Date) => Promise<Row | undefined>;
  /** Null when the mail is outdated or has no recipient. */
  compose: (row: Row, now: Date) => Promise<OutgoingMail | null>;
  /** Makes the row due later, without counting a try. */
  postpone: (db: Db, row: Row, dueAt: Date) => Promise<unknown>;
  close: (db: Db, row: Row, end: 'sentAt' | 'droppedAt', now: Date) => Promise<unknown>;
  logFields: (row: Row) => object;
}

/** Chosen: the number of parallel connections that small mail servers accept from one sender. */
const CONCURRENCY = 5;
/** The tries take about four hours (mail-queue.ts). */
const MAX_TRIES = 9;

/**
 * Chosen: at-least-once delivery; a repeated mail has the same Message-ID. Returns the number of
 * mails sent.
 */
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
      logFailure({
        log: deps.log,
        error,
        message: 'a mail could not be composed; it will be tried again',
        fields: outbox.logFields(row),
      });
    }
  };
  await runDueTasks([nextTask], { concurrency: CONCURRENCY, signal });
  return sentCount;
}

async function sendMail<Row extends { tries: number }>(
  deps: Deps,
  mailer: Mailer,
  { compose, postpone, close, logFields }: Outbox<Row>,
  row: Row,
): Promise<boolean> {
  const { db, now, log } = deps;
  const outgoing = row.tries < MAX_TRIES ? await compose(row, now()) : null;
  if (!outgoing) {
    await close(db, row, 'droppedAt', now());
    return false;
  }
  const { mail, ...message } = outgoing;
  const budget = await budgetMessage(deps, { ...message, to: mail.to, dialCode: null, ip: null });
  if (budget.refusal) {
    const { reason, secondsLeft } = budget.refusal;
    const until = new Date(now().getTime() + secondsLeft * 1000);
    await postpone(db, row, until);
    log.info({ ...logFields(row), reason, until }, 'a mail is over its budget; it is held back');
    return false;
  }
  try {
    await mailer.send(mail, budget.permit);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await budget.undo();
    const isLost = error.kind === 'refused' || row.tries + 1 === MAX_TRIES;
    log.warn(
      { err: error, ...logFields(row) },
      isLost
        ? 'a mail could not be sent; it is dropped'
        : 'a mail could not be sent; it will be tried again',
    );
    if (isLost) await close(db, row, 'droppedAt', now());
    return false;
  }
  await close(db, row, 'sentAt', now());
  log.info(logFields(row), 'a mail was sent');
  return true;
}
