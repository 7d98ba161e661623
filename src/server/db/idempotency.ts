import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import type { Db } from './database.ts';
import { idempotencyKeys } from './schema/server.ts';

export interface KeyedRequest {
  caller: string;
  key: string;
  requestHash: string;
}

type Claim =
  | { kind: 'claimed' }
  | { kind: 'done'; status: number; reply: unknown }
  | { kind: 'running' }
  | { kind: 'other_request' };

const hasSameKey = ({ caller, key }: KeyedRequest) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));

const isOlder = (now: Date, milliseconds: number) =>
  lt(idempotencyKeys.createdAt, new Date(now.getTime() - milliseconds));

/**
 * Claims a key for a request, or returns its state. A claim that a crash left expires after a
 * minute.
 */
export async function claimKey(db: Db, request: KeyedRequest, now: Date): Promise<Claim> {
  const isExpired = or(
    isOlder(now, DAY),
    and(isNull(idempotencyKeys.status), isOlder(now, MINUTE)),
  )!;
  const claimedRows = await db
    .insert(idempotencyKeys)
    .values({ ...request, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: { requestHash: request.requestHash, createdAt: now, status: null, reply: null },
      setWhere: isExpired,
    })
    .returning({ key: idempotencyKeys.key });
  if (claimedRows.length) return { kind: 'claimed' };
  const [existing] = await db.select().from(idempotencyKeys).where(hasSameKey(request));
  if (!existing) return { kind: 'running' };
  if (existing.requestHash !== request.requestHash) return { kind: 'other_request' };
  return existing.status === null
    ? { kind: 'running' }
    : { kind: 'done', status: existing.status, reply: existing.reply };
}

export const storeReply = ({
  db,
  request,
  status,
  reply,
}: {
  db: Db;
  request: KeyedRequest;
  status: number;
  reply: unknown;
}) =>
  db
    .update(idempotencyKeys)
    .set({ status, reply: reply ?? null })
    .where(hasSameKey(request));

export const releaseKey = (db: Db, request: KeyedRequest) =>
  db.delete(idempotencyKeys).where(and(hasSameKey(request), isNull(idempotencyKeys.status)));

export const deleteOldIdempotencyKeys = (db: Db, now: Date) =>
  db.delete(idempotencyKeys).where(isOlder(now, DAY));
