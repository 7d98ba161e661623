import type { OwnReview, ReviewDraft, ReviewPut } from '#contract/reviews.ts';
import { isSameReview } from '#domain/review.ts';
import { detailMessages } from '#messages/details.ts';
import { reviewMessages as text } from '#messages/reviews.ts';
import type { Db } from '../../db/database.ts';
import { holdOffErasure } from '../../db/erasure.ts';
import { holdRatings, rateMovies } from '../../db/ratings.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { Limit } from '../../rate-limits.ts';
import { findOpenTicket, movieExists } from '../playback/queries.ts';
import { changeReview, findReview, findReviewById, insertReview, type ReviewRow } from './queries.ts';
import { toOwnReview } from './wire.ts';

/** More than anybody means; every write is a change for the next rebuild. */
const LIMIT: Limit = { name: 'reviews', points: 30, seconds: 3600, message: text.tooMany };

/**
 * Writes the viewer's one review of a film, while their ticket for it is open (spec §6). The very same words again are not new;
 * a review that was taken back is written anew. The body's userId is not asked: the token says who is writing.
 * Throws movie_not_found, ticket_required, already_reviewed, too_many_requests.
 */
export async function addReview(
  deps: Deps,
  viewer: Viewer,
  movieId: number,
  draft: ReviewDraft,
): Promise<{ review: OwnReview; isNew: boolean }> {
  if (!(await movieExists(deps.db, movieId)))
    throw new AppError('not_found', 'movie_not_found', detailMessages.notFound);
  return writing(deps, viewer, movieId, async (tx) => {
    await requireOpenTicket(tx, deps, viewer, movieId);
    const mine = await findReview(tx, movieId, viewer.userId);
    if (mine?.review.active === 'Y') {
      if (isSameReview(mine.review, draft)) return false;
      throw new AppError('conflict', 'already_reviewed', text.writtenAlready);
    }
    const written = { ...draft, active: 'Y', createdOn: deps.now() };
    if (mine) await changeReview(tx, mine.review.reviewId, written);
    else await insertReview(tx, { ...written, movieId, userId: viewer.userId });
    return true;
  });
}

/**
 * Edits the own review, or takes it back. Chosen: editing asks for an open ticket, as writing does (spec §6 has the button only
 * then); one's own words may be taken back at any time. What the house hid stays hidden.
 * Throws review_not_found, ticket_required, too_many_requests.
 */
export async function editReview(
  deps: Deps,
  viewer: Viewer,
  reviewId: number,
  { active, ...draft }: ReviewPut,
): Promise<OwnReview> {
  const { movieId } = await ownReview(deps.db, viewer, reviewId);
  const { review } = await writing(deps, viewer, movieId, async (tx) => {
    // An account that is deleted at this moment takes the review along.
    await ownReview(tx, viewer, reviewId);
    if (active === 'N') await changeReview(tx, reviewId, { active });
    else {
      await requireOpenTicket(tx, deps, viewer, movieId);
      await changeReview(tx, reviewId, { ...draft, active: 'Y' });
    }
    return false;
  });
  return review;
}

/** Reviews of a film are written one after another, and average and number with each. Gives what stands then. */
async function writing(deps: Deps, { userId }: Viewer, movieId: number, write: (tx: Db) => Promise<boolean>) {
  await deps.limits.use(LIMIT, String(userId));
  return deps.db.transaction(async (tx) => {
    await holdOffErasure(tx, userId);
    await holdRatings(tx, [movieId]);
    const isNew = await write(tx);
    await rateMovies(tx, [movieId]);
    return { review: toOwnReview((await findReview(tx, movieId, userId)) ?? raise(notFound())), isNew };
  });
}

/** Another person's review is not found, as if there were none. */
async function ownReview(db: Db, { userId }: Viewer, reviewId: number): Promise<ReviewRow['review']> {
  const found = await findReviewById(db, reviewId);
  return found?.review.userId === userId ? found.review : raise(notFound());
}

async function requireOpenTicket(tx: Db, { now }: Deps, { userId }: Viewer, movieId: number): Promise<void> {
  if (!(await findOpenTicket(tx, userId, movieId, now())))
    throw new AppError('ticket_required', 'ticket_required', text.ticketNeeded);
}

const notFound = () => new AppError('not_found', 'review_not_found', text.notFound);
