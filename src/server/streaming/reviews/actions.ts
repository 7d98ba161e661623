import { asPage, offsetOf, type Sort } from '#contract/page.ts';
import type { Review } from '#contract/reviews.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { by, byAbout, listReviews, type ReviewField, type ReviewRow, shown, shownOf } from './queries.ts';
import { toOwnReview, toReview } from './wire.ts';

interface ReviewQuery {
  page: number;
  size: number;
  sort?: Sort<ReviewField> | undefined;
}

/** The reviews of a film that everybody may read, newest first unless asked otherwise. */
export const readReviews = (deps: Deps, movieId: number, query: ReviewQuery) =>
  readPage(deps, shownOf(movieId), query, toReview);

export const readAllReviews = (deps: Deps, query: ReviewQuery) => readPage(deps, shown(), query, toReview);

/**
 * Everything that this viewer wrote, hidden and taken back too.
 * Chosen: another person is not found: what somebody has been watching is not gathered for others.
 */
export function readReviewsBy(deps: Deps, viewer: Viewer, userId: number, query: ReviewQuery) {
  if (viewer.userId !== userId) throw new AppError('not_found', 'user_not_found', text.notFound);
  return readPage(deps, by(userId), query, toOwnReview);
}

export const readMyReview = (deps: Deps, { userId }: Viewer, movieId: number, query: ReviewQuery) =>
  readPage(deps, byAbout(userId, movieId), query, toOwnReview);

async function readPage<Shown extends Review>(
  { db }: Deps,
  which: ReturnType<typeof shown>,
  query: ReviewQuery,
  toWire: (row: ReviewRow) => Shown,
) {
  const sort = query.sort ?? { field: 'createdOn' as const, descending: true };
  const { rows, total } = await listReviews(db, which, { sort, limit: query.size, offset: offsetOf(query, 1) });
  return asPage(rows.map(toWire), total, query);
}
