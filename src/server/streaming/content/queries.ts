import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { contentPages, subscriptions } from '../../db/schema/content.ts';
import { one } from '../../db/one.ts';

export const findPage = async (db: Db, name: string) =>
  (await db.select().from(contentPages).where(eq(contentPages.name, name)))[0];

export const allPages = (db: Db) => db.select().from(contentPages).orderBy(contentPages.name);

export const upsertPage = (tx: Db, name: string, pageContent: string) =>
  tx
    .insert(contentPages)
    .values({ name, pageContent })
    .onConflictDoUpdate({ target: contentPages.name, set: { pageContent } });

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** `after`: the number of the row before the first one. */
export const listSubscriptions = (db: Db, after?: number) =>
  db
    .select()
    .from(subscriptions)
    .where(
      after === undefined
        ? undefined
        : sql`(${subscriptions.ordering}, ${subscriptions.subscriptionId}) >
            (select ordering, subscription_id from subscriptions where subscription_id = ${after})`,
    )
    .orderBy(asc(subscriptions.ordering), asc(subscriptions.subscriptionId));

export const findSubscription = async (
  db: Db,
  subscriptionId: number,
): Promise<SubscriptionRow | undefined> =>
  (
    await db.select().from(subscriptions).where(eq(subscriptions.subscriptionId, subscriptionId))
  )[0];

/** Undefined if another row has the same content. */
export const insertSubscription = async (tx: Db, row: { content: string; ordering: number }) =>
  (await tx.insert(subscriptions).values(row).onConflictDoNothing().returning())[0];

export const findSubscriptionByContent = async (
  db: Db,
  content: string,
): Promise<SubscriptionRow | undefined> =>
  (await db.select().from(subscriptions).where(eq(subscriptions.content, content)))[0];

export const changeSubscription = async (
  tx: Db,
  subscriptionId: number,
  change: { content?: string; ordering?: number },
): Promise<SubscriptionRow> =>
  one(
    await tx
      .update(subscriptions)
      .set(change)
      .where(eq(subscriptions.subscriptionId, subscriptionId))
      .returning(),
  );

export const deleteSubscription = (tx: Db, subscriptionId: number) =>
  tx.delete(subscriptions).where(eq(subscriptions.subscriptionId, subscriptionId));
