import { DrizzleQueryError } from 'drizzle-orm';
import { textBefore } from '#domain/text-before.ts';
import { DatabaseError } from './database.ts';

/**
 * unreachable: no connection is possible. busy: the database is connected, but could not run the
 * statement.
 */
export type Unavailability = 'unreachable' | 'busy';

/**
 * Class 08: no connection, except 08P01, a protocol error. 57P0x: PostgreSQL stops or starts.
 * 25006: it is read-only (failover).
 */
const UNREACHABLE_CODES = /^(08|57P0|25006)/;
/** 57014: the statement took too long. Class 53: no memory, disk space or connection. */
const BUSY_CODES = /^(57014|53)/;
/** Errors of node-postgres without a code: a broken connection or an exhausted pool. */
const BROKEN_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client .* is not queryable)/;
const CLOSED_DATABASE = /^(Cannot use a pool after calling end|PGlite is clos)/;
const NETWORK_CODES =
  /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|AI_AGAIN)$|^ENOTFOUND$/;

/**
 * Null for every error that is not about the database, such as ProviderError, and for invalid
 * statements.
 */
export function databaseUnavailability(error: unknown): Unavailability | null {
  const cause = unwrapDrizzleError(error);
  if (!isErrorLike(cause)) return null;
  if (cause instanceof DatabaseError || isNetworkError(cause)) return 'unreachable';
  const { code = '', severity } = cause as { code?: string; severity?: string };
  // FATAL closes the connection for any reason: too many connections, a changed password,
  // PgBouncer.
  if (severity === 'FATAL' || severity === 'PANIC') return 'unreachable';
  if (code === '08P01') return null;
  if (BUSY_CODES.test(code)) return 'busy';
  const isUnreachable =
    UNREACHABLE_CODES.test(code) ||
    BROKEN_CONNECTION.test(cause.message) ||
    CLOSED_DATABASE.test(cause.message);
  return isUnreachable ? 'unreachable' : null;
}

export const isLockTimeout = (error: unknown): boolean =>
  (unwrapDrizzleError(error) as { code?: string } | null)?.code === '55P03';

export function shortReason(error: unknown): string {
  const { code, message } = unwrapDrizzleError(error) as NodeJS.ErrnoException;
  return textBefore([code, message].filter(Boolean).join(': '), '\n');
}

interface Log {
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
}

/**
 * Logs a failure that will be retried: a one-line warning while the database is unavailable, an
 * error otherwise.
 */
export function logFailure({
  log,
  error,
  message,
  fields = {},
}: {
  log: Log;
  error: unknown;
  message: string;
  fields?: object;
}): void {
  if (databaseUnavailability(error)) log.warn({ reason: shortReason(error), ...fields }, message);
  else log.error({ err: error, ...fields }, message);
}

/** Only the cause of a Drizzle error is certain to come from the database. */
const unwrapDrizzleError = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? error.cause : error;

const isErrorLike = (thrown: unknown): thrown is Error =>
  typeof (thrown as Error | null)?.message === 'string';

/** Checks `syscall` too: a cut-off request body has the same code without one. */
function isNetworkError(reason: Error): boolean {
  // A host name with several addresses, all unreachable.
  if (reason instanceof AggregateError)
    return reason.errors.some((each) => each instanceof Error && isNetworkError(each));
  const { code = '', syscall } = reason as NodeJS.ErrnoException;
  return syscall === 'connect' || (syscall !== undefined && NETWORK_CODES.test(code));
}
