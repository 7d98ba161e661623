import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type KeysetQuery, readKeysetPage } from '../../keyset-page.ts';
import { type Change, changeOf } from '../../operator/change.ts';
import {
  changeSubscription,
  deleteSubscription,
  findSubscription,
  findSubscriptionByContent,
  insertSubscription,
  listSubscriptions,
  type SubscriptionRow,
} from './queries.ts';

export const findSubscriptions = ({ db }: Deps, { after, limit }: KeysetQuery) =>
  readKeysetPage(
    limit,
    (count) => listSubscriptions(db, after).limit(count),
    ({ subscriptionId }) => subscriptionId,
  );

/**
 * Adds a text of the operator; nobody can subscribe. Lower `ordering` comes first. Throws
 * subscription_exists.
 */
export async function addSubscription(
  { db }: Deps,
  content: string,
  ordering: number,
): Promise<Change[]> {
  const created = await insertSubscription(db, { content, ordering });
  if (!created) throw alreadyExists(content);
  return changeOf(nameOf(created), null, factsOf(created));
}

/** Throws not_found, subscription_exists. */
export async function editSubscription(
  { db }: Deps,
  subscriptionId: number,
  change: { content?: string; ordering?: number },
): Promise<Change[]> {
  const before = await requireSubscription(db, subscriptionId);
  const duplicate =
    change.content === undefined ? undefined : await findSubscriptionByContent(db, change.content);
  if (duplicate && duplicate.subscriptionId !== subscriptionId)
    throw alreadyExists(duplicate.content);
  const after = await changeSubscription(db, subscriptionId, change);
  return changeOf(nameOf(before), factsOf(before), factsOf(after));
}

/** Throws not_found. */
export async function removeSubscription({ db }: Deps, subscriptionId: number): Promise<Change[]> {
  const row = await requireSubscription(db, subscriptionId);
  await deleteSubscription(db, subscriptionId);
  return changeOf(nameOf(row), factsOf(row), null);
}

/** Throws not_found. */
export async function requireSubscription(
  db: Db,
  subscriptionId: number,
): Promise<SubscriptionRow> {
  const row = await findSubscription(db, subscriptionId);
  if (!row) throw new AppError('subscription_not_found', [subscriptionId]);
  return row;
}

const alreadyExists = (content: string) =>
  new AppError('subscription_exists', ['subscription', content]);
const nameOf = ({ subscriptionId }: SubscriptionRow) => `subscription ${subscriptionId}`;
const factsOf = ({ content, ordering }: SubscriptionRow) => ({ content, ordering });
