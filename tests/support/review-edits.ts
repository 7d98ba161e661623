import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraseAccount } from '#server/auth/accounts/erasure/actions.ts';
import { recalculateRatings } from '#server/db/ratings.ts';
import { reviews } from '#server/db/schema/reviews.ts';
import { importCatalogue } from '#server/streaming/import/import.ts';
import { updateReviewVisibility } from '#server/streaming/reviews/moderation.ts';
import { writeCatalogue } from './catalogue-file.ts';
import type { Cinema } from './site-server.ts';

interface Film {
  movieId: number;
  movieKey: string;
}
export type Edit = (cinema: Cinema, film: Film, random: number) => Promise<unknown>;

export const pick = <Row>(rows: Row[], random: number): Row | undefined =>
  rows[random % rows.length];
const reviewsIn = ({ db }: Cinema) => db.select().from(reviews).orderBy(reviews.reviewId);
let count = 0;

async function reviewBy(cinema: Cinema, viewer: { userId: number }, film: Film, random: number) {
  await cinema.aReview(viewer, film, { rating: 1 + (random % 5), createdOn: cinema.clock.now() });
  await recalculateRatings(cinema.db, [film.movieId]);
}

export async function importIntoCinema({ db, config, clock }: Cinema, catalogue: object) {
  const file = writeCatalogue(mkdtempSync(join(tmpdir(), 'matinee-edit-')), catalogue);
  await importCatalogue(
    { db, mediaDir: config.mediaDir, now: clock.now(), mayCreateNames: true },
    { file },
  );
}

export const REVIEW_EDITS: Record<string, Edit> = {
  review: async (cinema, film, random) => reviewBy(cinema, await cinema.aViewer(), film, random),
  async renameReviewer(cinema, _, random) {
    const review = pick(await reviewsIn(cinema), random);
    const body = { firstName: `Reader ${++count}` };
    if (review) await cinema.put(`/api/auth/userinfo/${review.userId}`, { as: review, body });
  },
  async importReviewer(cinema, film, random) {
    const person = { ref: 'reader', mobile: '919000000077' };
    await importIntoCinema(cinema, { users: [{ ...person, firstName: `Guest ${random}` }] });
    const { rows } = await cinema.database.query(
      `select user_id from users where import_ref = 'reader' and user_id not in (select user_id from reviews where movie_id = $1)`,
      [film.movieId],
    );
    if (rows[0]) await reviewBy(cinema, { userId: rows[0]['user_id'] as number }, film, random);
    await importIntoCinema(cinema, { users: [{ ...person, firstName: `Guest ${random + 1}` }] });
  },
  async eraseReviewer(cinema, _, random) {
    const review = pick(await reviewsIn(cinema), random);
    if (review) await eraseAccount(cinema.deps, { userId: review.userId, roles: [] });
  },
  async hide(cinema, _, random) {
    const review = pick(await reviewsIn(cinema), random);
    if (review) await updateReviewVisibility(cinema.deps, review.reviewId, true);
  },
  async show(cinema, _, random) {
    const review = pick(await reviewsIn(cinema), random);
    if (review) await updateReviewVisibility(cinema.deps, review.reviewId, false);
  },
};
