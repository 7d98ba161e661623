import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { logFailure, whyAway } from '#server/db/away.ts';
import { ProviderError } from '#server/ports/provider-error.ts';

/** As PostgreSQL, or PgBouncer, says it. */
const said = (severity: string, code: string, message = 'so it is') =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { severity, code });
const socket = (code: string, syscall?: string) =>
  Object.assign(new Error(code), { code, ...(syscall && { syscall }) });
const both = new AggregateError([socket('ECONNREFUSED', 'connect'), socket('ECONNREFUSED', 'connect')]);

const GONE: [string, Error][] = [
  ['shutting down', said('FATAL', '57P01', 'terminating connection due to administrator command')],
  ['crashed', said('WARNING', '57P02')],
  ['starting up', said('FATAL', '57P03', 'the database system is starting up')],
  ['too many connections', said('FATAL', '53300', 'sorry, too many clients already')],
  ['PgBouncer without a server', said('FATAL', '08P01', 'server login has been failing, try again later')],
  ['PgBouncer out of patience', said('FATAL', '08P01', 'query_wait_timeout')],
  ['another password', said('FATAL', '28P01')],
  ['a standby now', said('ERROR', '25006')],
  ['a connection that failed', said('ERROR', '08006')],
  ['nobody listens', socket('ECONNREFUSED', 'connect')],
  ['nobody listens at either address', both],
  ['no socket file', socket('ENOENT', 'connect')],
  ['hung up', socket('ECONNRESET', 'read')],
  ['hung up while it was told', socket('EPIPE', 'write')],
  ['no such name', socket('ENOTFOUND', 'getaddrinfo')],
  ['broken off', new Error('Connection terminated unexpectedly')],
  ['no connection within ten seconds', new Error('Connection terminated due to connection timeout')],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
  ['a connection that broke before', new Error('Client has encountered a connection error and is not queryable')],
  ['closed by ourselves', new Error('Cannot use a pool after calling end on the pool')],
  ['the embedded one closed', new Error('PGlite is closed')],
];
const BUSY: [string, Error][] = [
  ['a statement that took too long', said('ERROR', '57014', 'canceling statement due to statement timeout')],
  ['a full disk', said('ERROR', '53100')],
  ['no memory', said('ERROR', '53200')],
];
const OURS: [string, unknown][] = [
  ['a twin', said('ERROR', '23505')],
  ['a mistake in the SQL', said('ERROR', '42601')],
  ['too few values', said('ERROR', '08P01', 'bind message supplies 1 parameters')],
  ['a deadlock', said('ERROR', '40P01')],
  ['a request that broke off', socket('ECONNRESET')],
  ['a file that is missing', socket('ENOENT', 'open')],
  ['a disk that is full', socket('ENOSPC', 'write')],
  ['a provider that nobody reaches', new ProviderError('razorpay', 'unreachable', { cause: both })],
  ['a fetch that nobody answers', new TypeError('fetch failed', { cause: both })],
  ['a mistake in the code', new TypeError('x is not a function')],
  ['no error', 'PGlite is closed'],
  ['nothing', undefined],
];
const wrapped = (error: unknown) => new DrizzleQueryError('select 1', [], error as Error);

test.each(GONE)('gone: %s', (_, error) => {
  expect([whyAway(error), whyAway(wrapped(error))]).toEqual(['gone', 'gone']);
});
// Its inner errors are lost with the copy.
test.each(GONE.filter(([, error]) => error !== both))('gone, as pg-boss reports it: %s', (_, error) => {
  expect(whyAway({ ...error, message: error.message, stack: error.stack, queue: 'mails' })).toBe('gone');
});
test('a failure is a warning without a trace while the database is away, and an error otherwise', () => {
  const log = { warn: vi.fn(), error: vi.fn() };
  logFailure(log, said('ERROR', '25006'), 'a mail waits', { orderNo: 'M1' });
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ reason: '25006: so it is', orderNo: 'M1' }, 'a mail waits');
  const fault = new Error('ours');
  logFailure(log, fault, 'a mail waits');
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: fault }, 'a mail waits');
});
test.each(BUSY)('busy: %s', (_, error) => {
  expect([whyAway(error), whyAway(wrapped(error))]).toEqual(['busy', 'busy']);
});
test.each(OURS)('not the database’s absence: %s', (_, error) => {
  expect([whyAway(error), whyAway(wrapped(error))]).toEqual([null, null]);
});
