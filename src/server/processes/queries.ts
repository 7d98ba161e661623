import { asc, eq, lt } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { serverProcesses } from '../db/schema/server.ts';

export type ServerProcess = typeof serverProcesses.$inferSelect;

/** Replaces what an earlier process of this name left behind. */
export const signOn = (db: Db, process: ServerProcess) =>
  db
    .insert(serverProcesses)
    .values(process)
    .onConflictDoUpdate({ target: serverProcesses.name, set: process });

/** A process whose row was deleted meanwhile, as too old, gets it back. */
export const reportAlive = (db: Db, process: ServerProcess, now: Date) =>
  db
    .insert(serverProcesses)
    .values({ ...process, seenAt: now })
    .onConflictDoUpdate({ target: serverProcesses.name, set: { seenAt: now } });

export const signOff = (db: Db, { name }: ServerProcess) =>
  db.delete(serverProcesses).where(eq(serverProcesses.name, name));

export const listProcesses = (db: Db): Promise<ServerProcess[]> =>
  db.select().from(serverProcesses).orderBy(asc(serverProcesses.name));

export const deleteOldProcesses = (db: Db, seenBefore: Date) =>
  db.delete(serverProcesses).where(lt(serverProcesses.seenAt, seenBefore));
