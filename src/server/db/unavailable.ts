import { DrizzleQueryError } from 'drizzle-orm';

/** gone: no connection stands, and none is let in. busy: it is there, and did not come to this statement. */
export type Away = 'gone' | 'busy';

/**
 * No connection (class 08); the server shuts down, starts, or was told to hang up (57P0x); it is a standby now and takes no writes,
 * while another takes over (25006).
 */
const GONE = /^(08|57P0|25006)/;
/** The statement took longer than it may, or there is no room for it: memory, disk (class 53). */
const BUSY = /^(57014|53)/;
/** What node-postgres says without a code: of a connection that broke, and of a pool that had none to give. */
const BROKEN = /^(Connection terminated|timeout exceeded when trying to connect|Client .* is not queryable)/;
/** A pool, or an embedded database, that this process has closed because it leaves. */
const CLOSED = /^(Cannot use a pool after calling end|PGlite is clos)/;
const UNREACHED = /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|HOSTDOWN|NETUNREACH|AI_AGAIN)$|^ENOTFOUND$/;

/**
 * Whether the database could not be asked, through no fault of the question; null for everything else, also for a provider that
 * cannot be reached (that comes as ProviderError). The one place that knows.
 */
export function whyAway(error: unknown): Away | null {
  const reason = innermost(error);
  if (!isErrorLike(reason)) return null;
  if (isOfNetwork(reason)) return 'gone';
  const { code = '', severity } = reason as { code?: string; severity?: string };
  // After FATAL there is no connection, whatever the reason: too many of them, a password that changed, PgBouncer's refusals.
  if (severity === 'FATAL' || severity === 'PANIC') return 'gone';
  // A statement that broke the protocol is a fault of ours.
  if (code === '08P01') return null;
  if (BUSY.test(code)) return 'busy';
  return GONE.test(code) || BROKEN.test(reason.message) || CLOSED.test(reason.message) ? 'gone' : null;
}

/** Whether a statement waited for a lock for as long as `lock_timeout` lets it. */
export const isLockTimeout = (error: unknown): boolean =>
  (innermost(error) as { code?: string } | null)?.code === '55P03';

/** In a few words, for a line of the log. */
export function reasonAway(error: unknown): string {
  const { code, message } = innermost(error) as NodeJS.ErrnoException;
  return [code, message].filter(Boolean).join(': ').split('\n')[0]!;
}

interface Log {
  warn: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
}

/** Logs why work failed that will be tried again: a warning of one line while the database is away, an error otherwise. */
export function logFailure(log: Log, error: unknown, message: string, fields: object = {}): void {
  if (whyAway(error)) log.warn({ reason: reasonAway(error), ...fields }, message);
  else log.error({ err: error, ...fields }, message);
}

/** Only what Drizzle wrapped is looked into: the cause of another error may be another server's. */
const innermost = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error);

/** pg-boss reports plain copies of errors. */
const isErrorLike = (thrown: unknown): thrown is Error => typeof (thrown as Error | null)?.message === 'string';

/** Of a socket: a request's body that breaks off has the same code, and no system call. */
function isOfNetwork(reason: Error): boolean {
  // A name with several addresses, none of which answered.
  if (reason instanceof AggregateError) return reason.errors.some((each) => each instanceof Error && isOfNetwork(each));
  const { code = '', syscall } = reason as NodeJS.ErrnoException;
  return syscall === 'connect' || (syscall !== undefined && UNREACHED.test(code));
}
