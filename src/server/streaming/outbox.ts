import { logFailure } from '../db/away.ts';
import type { Deps } from '../deps.ts';
import type { Mail, Mailer } from '../ports/messenger/messenger.ts';
import { ProviderError } from '../ports/provider-error.ts';
import { workThrough } from '../work-through.ts';

/** Letters that wait in a table, each written with what it tells of. */
export interface Outbox<Row extends { tries: number }> {
  /** Takes the next one that is due, for one sender, and puts its next try later. */
  claim: (now: Date) => Promise<Row | undefined>;
  /** Null where what it would say no longer holds, or nobody is there to read it. */
  write: (row: Row, now: Date) => Promise<Mail | null>;
  close: (row: Row, end: 'sentAt' | 'droppedAt', now: Date) => Promise<unknown>;
  /** Names it in the log. */
  about: (row: Row) => object;
}

/** Letters of one table that a process hands over at the same moment. Chosen: what small mail servers take of one sender. */
const AT_ONCE = 5;
/** About four hours of trying. */
const MOST_TRIES = 9;

/**
 * Sends what is due, the oldest first, until nothing is left or `signal` aborts. Chosen: at least once: a mail is marked sent
 * when the server has taken it, so a crash between the two sends it again, under the same Message-ID; nothing is ever lost.
 * Returns how many were sent.
 */
export async function sendDue<Row extends { tries: number }>(
  deps: Deps,
  outbox: Outbox<Row>,
  signal?: AbortSignal,
): Promise<number> {
  const { email } = deps;
  if (!email) return 0;
  let sent = 0;
  const next = async () => {
    const row = await outbox.claim(deps.now());
    return row ? [() => send(row)] : [];
  };
  const send = async (row: Row) => {
    try {
      if (await sendOne(deps, email, outbox, row)) sent++;
    } catch (error) {
      logFailure(deps.log, error, 'a mail could not be written; it will be tried again', outbox.about(row));
    }
  };
  await workThrough([next], { atOnce: AT_ONCE, signal });
  return sent;
}

async function sendOne<Row extends { tries: number }>(
  { now, log }: Deps,
  mailer: Mailer,
  { write, close, about }: Outbox<Row>,
  row: Row,
): Promise<boolean> {
  const mail = row.tries < MOST_TRIES ? await write(row, now()) : null;
  if (!mail) {
    await close(row, 'droppedAt', now());
    return false;
  }
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isLost = error.kind === 'refused' || row.tries + 1 === MOST_TRIES;
    log.warn({ err: error, ...about(row) }, isLost ? 'a mail could not be sent' : 'a mail waits for the mail server');
    if (isLost) await close(row, 'droppedAt', now());
    return false;
  }
  await close(row, 'sentAt', now());
  log.info(about(row), 'a mail was sent');
  return true;
}
