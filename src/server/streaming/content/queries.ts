import { eq } from 'drizzle-orm';
import type { Db } from '../../db/open.ts';
import { contentPages } from '../../db/schema.ts';

export const findPage = async (db: Db, name: string) =>
  (await db.select().from(contentPages).where(eq(contentPages.name, name)))[0];
