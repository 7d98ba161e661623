import pg from 'pg';
import { currentRequestId } from '../observe/request.ts';
import { databaseSeconds } from '../observe/counters.ts';

/**
 * A connection whose statements say for which request they were asked, as a comment before the SQL: PostgreSQL's own log
 * (`log_min_duration_statement`) and `pg_stat_activity` then name the same request as the house's log does.
 */
export class TaggedClient extends pg.Client {
  // node-postgres has nine ways to call this; what is asked stands first in all of them.
  override query(...given: unknown[]): any {
    const [asked, ...rest] = given;
    const stop = databaseSeconds.startTimer();
    const answer: unknown = (super.query as (...all: unknown[]) => unknown).call(this, tagged(asked), ...rest);
    if (answer instanceof Promise)
      void answer.then(
        () => stop(),
        () => stop(),
      );
    return answer;
  }
}

function tagged(asked: unknown): unknown {
  const requestId = currentRequestId();
  if (requestId === undefined) return asked;
  if (typeof asked === 'string') return withTag(asked, requestId);
  const { text, name } = asked as { text?: unknown; name?: unknown };
  // A named statement is known by its text: it must stay the same.
  if (typeof text !== 'string' || name) return asked;
  return Object.assign(Object.create(Object.getPrototypeOf(asked) as object) as object, asked, {
    text: withTag(text, requestId),
  });
}

/** `newRequestId` lets no other characters through than these: nothing can leave the comment. */
const withTag = (text: string, requestId: string) =>
  /^[\w.-]{1,64}$/.test(requestId) ? `/* request ${requestId} */ ${text}` : text;
