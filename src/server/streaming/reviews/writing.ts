import type { OwnReview, ReviewDraft, ReviewPut } from '#contract/reviews.ts';
import { isSameReview } from '#domain/review.ts';
import { reviewRefusals } from '#messages/review-refusals.ts';
import type { Db } from '../../db/database.ts';
import { lockAgainstErasure } from '../../db/erasure-lock.ts';
import { lockRatings, recalculateRatings } from '../../db/ratings.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { perHour } from '../../rate-limits.ts';
import { movieNotFound } from '../not-found.ts';
import { findOpenTicket, movieExists } from '../playback/queries.ts';
import {
  changeReview,
  findReview,
  findReviewById,
  insertReview,
  type ReviewRow,
} from './queries.ts';
import { toOwnReview } from './wire.ts';

/** Every write adds a film to the next rebuild. */
const LIMIT = perHour('reviews', 30, reviewRefusals.tooMany);

/**
 * Needs an open ticket (spec §6). The same review again changes nothing; a withdrawn review may be
 * written again. Ignores userId of the body. Throws movie_not_found, ticket_required,
 * already_reviewed, too_many_requests.
 */
export async function addReview({
  deps,
  viewer,
  movieId,
  draft,
}: {
  deps: Deps;
  viewer: Viewer;
  movieId: number;
  draft: ReviewDraft;
}): Promise<{ review: OwnReview; isNew: boolean }> {
  if (!(await movieExists(deps.db, movieId))) throw movieNotFound();
  return writeReview(deps, {
    viewer,
    movieId,
    write: async (tx) => {
      await requireOpenTicket(tx, { deps, viewer, movieId });
      const existing = await findReview(tx, movieId, viewer.userId);
      if (existing?.review.active === 'Y') {
        if (isSameReview(existing.review, draft)) return false;
        throw new AppError('already_reviewed');
      }
      const written = { ...draft, active: 'Y' as const, createdOn: deps.now() };
      if (existing) await changeReview(tx, existing.review.reviewId, written);
      else await insertReview(tx, { ...written, movieId, userId: viewer.userId });
      return true;
    },
  });
}

/**
 * Chosen: editing needs an open ticket (spec §6 shows the button only then); withdrawing does not.
 * A hidden review stays hidden. Throws review_not_found, ticket_required, too_many_requests.
 */
export async function editReview(
  deps: Deps,
  {
    viewer,
    reviewId,
    reviewPut: { active, movieId: _, userId: __, ...draft },
  }: { viewer: Viewer; reviewId: number; reviewPut: ReviewPut },
): Promise<OwnReview> {
  const { movieId } = await requireOwnReview(deps.db, viewer, reviewId);
  const { review } = await writeReview(deps, {
    viewer,
    movieId,
    write: async (tx) => {
      // The account and its reviews may be deleted concurrently.
      await requireOwnReview(tx, viewer, reviewId);
      if (active === 'N') await changeReview(tx, reviewId, { active });
      else {
        await requireOpenTicket(tx, { deps, viewer, movieId });
        await changeReview(tx, reviewId, { ...draft, active: 'Y' });
      }
      return false;
    },
  });
  return review;
}

/** Serialises the reviews of a film, and updates its average and count. */
async function writeReview(
  deps: Deps,
  {
    viewer: { userId },
    movieId,
    write,
  }: { viewer: Viewer; movieId: number; write: (tx: Db) => Promise<boolean> },
) {
  await deps.limits.use(LIMIT, String(userId));
  return deps.db.transaction(async (tx) => {
    await lockAgainstErasure(tx, userId);
    await lockRatings(tx, [movieId]);
    const isNew = await write(tx);
    await recalculateRatings(tx, [movieId]);
    return {
      review: toOwnReview((await findReview(tx, movieId, userId)) ?? throwError(reviewNotFound())),
      isNew,
    };
  });
}

/** Throws review_not_found, also for reviews of other users. */
async function requireOwnReview(
  db: Db,
  { userId }: Viewer,
  reviewId: number,
): Promise<ReviewRow['review']> {
  const found = await findReviewById(db, reviewId);
  return found?.review.userId === userId ? found.review : throwError(reviewNotFound());
}

async function requireOpenTicket(
  tx: Db,
  { deps: { now }, viewer: { userId }, movieId }: { deps: Deps; viewer: Viewer; movieId: number },
): Promise<void> {
  if (!(await findOpenTicket({ db: tx, userId, movieId, now: now() })))
    throw new AppError('review_ticket_required');
}

const reviewNotFound = () => new AppError('review_not_found');
