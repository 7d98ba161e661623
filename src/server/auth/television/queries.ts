import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { deviceAuthorizations } from '../../db/schema/session.ts';

export type AuthorizationRow = typeof deviceAuthorizations.$inferSelect;

/** False if another television has the same user code. */
export const addAuthorization = async (db: Db, row: typeof deviceAuthorizations.$inferInsert) =>
  (await db.insert(deviceAuthorizations).values(row).onConflictDoNothing().returning()).length > 0;

/** `userCodeHashes`: the hashes of one code with each accepted secret. */
const isPending = (userCodeHashes: string[], now: Date) =>
  and(
    inArray(deviceAuthorizations.userCodeHash, userCodeHashes),
    gt(deviceAuthorizations.expiresAt, now),
    isNull(deviceAuthorizations.userId),
    isNull(deviceAuthorizations.deniedAt),
  );

export const findPending = async (db: Db, userCodeHashes: string[], now: Date) =>
  (await db.select().from(deviceAuthorizations).where(isPending(userCodeHashes, now)))[0];

/** Undefined if the code is not pending. One statement, so that a code is decided once. */
export const decidePending = async (
  db: Db,
  userCodeHashes: string[],
  now: Date,
  decision: Partial<Pick<AuthorizationRow, 'userId' | 'deviceName' | 'deniedAt'>>,
) => (await db.update(deviceAuthorizations).set(decision).where(isPending(userCodeHashes, now)).returning())[0];

const isOfDevice = (deviceCodeHash: string) => eq(deviceAuthorizations.deviceCodeHash, deviceCodeHash);

export const lockAuthorization = async (tx: Db, deviceCodeHash: string) =>
  (await tx.select().from(deviceAuthorizations).where(isOfDevice(deviceCodeHash)).for('update'))[0];

export const recordPoll = (
  tx: Db,
  deviceCodeHash: string,
  poll: Pick<AuthorizationRow, 'polledAt' | 'intervalSeconds'>,
) => tx.update(deviceAuthorizations).set(poll).where(isOfDevice(deviceCodeHash));

export const deleteAuthorization = (tx: Db, deviceCodeHash: string) =>
  tx.delete(deviceAuthorizations).where(isOfDevice(deviceCodeHash));
