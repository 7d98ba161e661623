import pg from 'pg';
import { lastOf } from '#domain/existing.ts';
import { currentRequestId } from '../observe/request.ts';
import { databaseSeconds } from '../observe/counters.ts';
import { one } from './one.ts';

/**
 * Measures statements, and adds the request id as a comment, for PostgreSQL's slow statement log
 * and `pg_stat_activity`.
 */
export class TaggedClient extends pg.Client {
  /** Before 1.21, PgBouncer keeps no prepared statements. */
  private keepsPreparedStatements = false;

  /** A pooler between this process and PostgreSQL invents a process id. */
  async prepareConnection(settings: string): Promise<void> {
    type Results = pg.QueryResult<{ pid: number }>[];
    const results = (await this.query(`${settings}; select pg_backend_pid() as pid`)) as Results;
    const { processID } = this as unknown as { processID: number | null };
    this.keepsPreparedStatements = one(lastOf(results).rows).pid === processID;
  }

  // node-postgres has nine overloads; the statement is always the first argument.
  override query(...queryArguments: unknown[]): any {
    const [statement, ...rest] = queryArguments;
    const stop = databaseSeconds.startTimer();
    // The pool passes a callback.
    const callback = rest.at(-1);
    if (typeof callback === 'function')
      rest[rest.length - 1] = (...result: unknown[]) => {
        stop();
        (callback as (...all: unknown[]) => void)(...result);
      };
    const queryResult: unknown = (super.query as (...all: unknown[]) => unknown).call(
      this,
      this.tagged(statement),
      ...rest,
    );
    if (queryResult instanceof Promise)
      void queryResult.then(
        () => stop(),
        () => stop(),
      );
    return queryResult;
  }

  private tagged(statement: unknown): unknown {
    const requestId = currentRequestId();
    if (typeof statement === 'string') return withTag(statement, requestId);
    const { text, name } = statement as { text?: unknown; name?: unknown };
    // A prepared statement must keep its text.
    const keepsText = name ? this.keepsPreparedStatements : requestId === undefined;
    if (typeof text !== 'string' || keepsText) return statement;
    return Object.assign(
      Object.create(Object.getPrototypeOf(statement) as object) as object,
      statement,
      {
        name: undefined,
        text: withTag(text, requestId),
      },
    );
  }
}

/** Only these characters are allowed, so that nothing can close the comment. */
const withTag = (text: string, requestId: string | undefined) =>
  requestId !== undefined && /^[\w.-]{1,64}$/.test(requestId)
    ? `/* request ${requestId} */ ${text}`
    : text;
