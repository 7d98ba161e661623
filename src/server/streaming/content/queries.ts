import { eq } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { contentPages } from '../../db/schema/content.ts';

export const findPage = async (db: Db, name: string) =>
  (await db.select().from(contentPages).where(eq(contentPages.name, name)))[0];

export const allPages = (db: Db) => db.select().from(contentPages).orderBy(contentPages.name);

export const putPage = (tx: Db, name: string, pageContent: string) =>
  tx
    .insert(contentPages)
    .values({ name, pageContent })
    .onConflictDoUpdate({ target: contentPages.name, set: { pageContent } });
