import { toPage } from '#contract/page.ts';
import type { Review } from '#contract/reviews.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { type PageQuery, toListing } from '../listing.ts';
import {
  isByUser,
  isByUserForMovie,
  listReviews,
  type ReviewField,
  type ReviewRow,
  isPublic,
  isPublicForMovie,
} from './queries.ts';
import { toOwnReview, toReview } from './wire.ts';

type ReviewQuery = PageQuery<ReviewField>;

/** Default order: newest first. */
export const readReviews = (deps: Deps, movieId: number, query: ReviewQuery) =>
  readPage(deps, { where: isPublicForMovie(movieId), query, toReply: toReview });

export const readAllReviews = (deps: Deps, query: ReviewQuery) =>
  readPage(deps, { where: isPublic(), query, toReply: toReview });

/**
 * Includes hidden and withdrawn reviews. Chosen: only for the author; a list would show strangers
 * what a user watches.
 */
export function readReviewsBy({
  deps,
  viewer,
  userId,
  query,
}: {
  deps: Deps;
  viewer: Viewer;
  userId: number;
  query: ReviewQuery;
}) {
  if (viewer.userId !== userId) throw new AppError('reviewer_not_found');
  return readPage(deps, { where: isByUser(userId), query, toReply: toOwnReview });
}

export const readMyReview = (
  deps: Deps,
  { viewer: { userId }, movieId, query }: { viewer: Viewer; movieId: number; query: ReviewQuery },
) => readPage(deps, { where: isByUserForMovie(userId, movieId), query, toReply: toOwnReview });

async function readPage<Reply extends Review>(
  { db }: Deps,
  {
    where,
    query,
    toReply,
  }: { where: ReturnType<typeof isPublic>; query: ReviewQuery; toReply: (row: ReviewRow) => Reply },
) {
  const { rows, total } = await listReviews(db, where, toListing(query, 1, 'createdOn'));
  return toPage(rows.map(toReply), total, query);
}
