import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { logFailure, databaseUnavailability } from '#server/db/unavailable.ts';
import { ProviderError } from '#server/ports/provider-error.ts';

const postgresError = (severity: string, code: string, message = 'a message') =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { severity, code });
const systemError = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, ...(syscall && { syscall }) });
const bothAddressesRefused = new AggregateError([
  systemError('ECONNREFUSED', 'connect'),
  systemError('ECONNREFUSED', 'connect'),
]);

const UNREACHABLE: [string, Error][] = [
  [
    'shutting down',
    postgresError('FATAL', '57P01', 'terminating connection due to administrator command'),
  ],
  ['crashed', postgresError('WARNING', '57P02')],
  ['starting up', postgresError('FATAL', '57P03', 'the database system is starting up')],
  ['too many connections', postgresError('FATAL', '53300', 'sorry, too many clients already')],
  [
    'PgBouncer without a server',
    postgresError('FATAL', '08P01', 'server login has been failing, try again later'),
  ],
  ['PgBouncer after its wait timeout', postgresError('FATAL', '08P01', 'query_wait_timeout')],
  ['a changed password', postgresError('FATAL', '28P01')],
  ['a server that became a standby', postgresError('ERROR', '25006')],
  ['a connection that failed', postgresError('ERROR', '08006')],
  ['refused connection', systemError('ECONNREFUSED', 'connect')],
  ['refused connection at both addresses', bothAddressesRefused],
  ['no socket file', systemError('ENOENT', 'connect')],
  ['connection reset', systemError('ECONNRESET', 'read')],
  ['broken pipe', systemError('EPIPE', 'write')],
  ['unknown host name', systemError('ENOTFOUND', 'getaddrinfo')],
  ['connection terminated', new Error('Connection terminated unexpectedly')],
  ['connection timeout', new Error('Connection terminated due to connection timeout')],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
  [
    'a connection that broke earlier',
    new Error('Client has encountered a connection error and is not queryable'),
  ],
  ['pool closed by this process', new Error('Cannot use a pool after calling end on the pool')],
  ['embedded database closed', new Error('PGlite is closed')],
];
const BUSY: [string, Error][] = [
  [
    'a statement that took too long',
    postgresError('ERROR', '57014', 'canceling statement due to statement timeout'),
  ],
  ['a full disk', postgresError('ERROR', '53100')],
  ['no memory', postgresError('ERROR', '53200')],
];
const OTHER_ERRORS: [string, unknown][] = [
  ['a unique violation', postgresError('ERROR', '23505')],
  ['a mistake in the SQL', postgresError('ERROR', '42601')],
  ['too few values', postgresError('ERROR', '08P01', 'bind message supplies 1 parameters')],
  ['a deadlock', postgresError('ERROR', '40P01')],
  ['a cut-off request', systemError('ECONNRESET')],
  ['a file that is missing', systemError('ENOENT', 'open')],
  ['a disk that is full', systemError('ENOSPC', 'write')],
  [
    'an unreachable provider',
    new ProviderError('razorpay', 'unreachable', { cause: bothAddressesRefused }),
  ],
  ['a failed fetch', new TypeError('fetch failed', { cause: bothAddressesRefused })],
  ['a mistake in the code', new TypeError('x is not a function')],
  ['no error', 'PGlite is closed'],
  ['nothing', undefined],
];
const wrapped = (error: unknown) => new DrizzleQueryError('select 1', [], error as Error);

test.each(UNREACHABLE)('unreachable: %s', (_, error) => {
  expect([databaseUnavailability(error), databaseUnavailability(wrapped(error))]).toEqual([
    'unreachable',
    'unreachable',
  ]);
});
// The copies of pg-boss lose the inner errors of an AggregateError.
test.each(UNREACHABLE.filter(([, error]) => error !== bothAddressesRefused))(
  'unreachable, as pg-boss reports it: %s',
  (_, error) => {
    expect(
      databaseUnavailability({
        ...error,
        message: error.message,
        stack: error.stack,
        queue: 'mails',
      }),
    ).toBe('unreachable');
  },
);
test('a failure is a warning without a stack trace while the database is unavailable, and an error otherwise', () => {
  const log = { warn: vi.fn(), error: vi.fn() };
  logFailure({
    log,
    error: postgresError('ERROR', '25006'),
    message: 'a mail waits',
    fields: { orderNo: 'M1' },
  });
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { reason: '25006: a message', orderNo: 'M1' },
    'a mail waits',
  );
  const fault = new Error('a bug');
  logFailure({ log, error: fault, message: 'a mail waits' });
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: fault }, 'a mail waits');
});
test.each(BUSY)('busy: %s', (_, error) => {
  expect([databaseUnavailability(error), databaseUnavailability(wrapped(error))]).toEqual([
    'busy',
    'busy',
  ]);
});
test.each(OTHER_ERRORS)('not about the database: %s', (_, error) => {
  expect([databaseUnavailability(error), databaseUnavailability(wrapped(error))]).toEqual([
    null,
    null,
  ]);
});
