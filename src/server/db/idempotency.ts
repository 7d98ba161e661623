import { and, eq, isNull, lt } from 'drizzle-orm';
import { DAY, MINUTE } from '#domain/limits.ts';
import type { Db } from './database.ts';
import { idempotencyKeys } from './schema/house.ts';

export interface KeyedRequest {
  caller: string;
  key: string;
  requestHash: string;
}

export type Claim =
  | { kind: 'ours' }
  | { kind: 'done'; status: number; reply: unknown }
  | { kind: 'running' }
  | { kind: 'other_body' };

const mine = ({ caller, key }: KeyedRequest) => and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));

/** Takes a key for a request, or says what became of it. A claim that a crash left behind is free again after a minute. */
export async function claimKey(db: Db, request: KeyedRequest, now: Date): Promise<Claim> {
  await db
    .delete(idempotencyKeys)
    .where(and(mine(request), lt(idempotencyKeys.createdAt, new Date(now.getTime() - DAY))));
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        mine(request),
        isNull(idempotencyKeys.status),
        lt(idempotencyKeys.createdAt, new Date(now.getTime() - MINUTE)),
      ),
    );
  const taken = await db
    .insert(idempotencyKeys)
    .values({ ...request, createdAt: now })
    .onConflictDoNothing()
    .returning();
  if (taken.length) return { kind: 'ours' };
  const [known] = await db.select().from(idempotencyKeys).where(mine(request));
  if (!known) return { kind: 'running' };
  if (known.requestHash !== request.requestHash) return { kind: 'other_body' };
  return known.status === null ? { kind: 'running' } : { kind: 'done', status: known.status, reply: known.reply };
}

export const keepReply = (db: Db, request: KeyedRequest, status: number, reply: unknown) =>
  db
    .update(idempotencyKeys)
    .set({ status, reply: reply ?? null })
    .where(mine(request));

/** A refused request may be sent again with the same key. */
export const releaseKey = (db: Db, request: KeyedRequest) =>
  db.delete(idempotencyKeys).where(and(mine(request), isNull(idempotencyKeys.status)));

/** For the nightly sweep. */
export const dropOldKeys = (db: Db, now: Date) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - DAY)));
