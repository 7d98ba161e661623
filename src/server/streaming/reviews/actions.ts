import { asPage, offsetOf, type Sort } from '#contract/page.ts';
import type { Review } from '#contract/reviews.ts';
import { toWire } from '#domain/dates.ts';
import type { Deps } from '../../deps.ts';
import { listReviews, type ReviewField, type ReviewRow } from './queries.ts';

export const toReview = ({ review, firstName }: ReviewRow): Review => ({
  ...review,
  createdOn: toWire(review.createdOn),
  active: review.active === 'Y' ? 'Y' : 'N',
  // Chosen: a reviewer is shown by the first name alone, or as a viewer: nobody signed up to be found.
  user: { firstName: firstName ?? 'Viewer', userImageName: null },
});

/** The reviews of a film, newest first unless asked otherwise. */
export async function readReviews(
  { db }: Deps,
  movieId: number,
  query: { page: number; size: number; sort?: Sort<ReviewField> | undefined },
) {
  const sort = query.sort ?? { field: 'createdOn' as const, descending: true };
  const { rows, total } = await listReviews(db, movieId, { sort, limit: query.size, offset: offsetOf(query, 1) });
  return asPage(rows.map(toReview), total, query);
}
