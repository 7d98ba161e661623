import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraseAccount } from '#server/auth/accounts/erasure/actions.ts';
import { rateMovies } from '#server/db/ratings.ts';
import { reviews } from '#server/db/schema/reviews.ts';
import { importCatalogue } from '#server/streaming/catalogue/import/import.ts';
import { setHidden } from '#server/streaming/reviews/moderation.ts';
import { writeCatalogue } from './catalogue-file.ts';
import type { Cinema } from './site-house.ts';

interface Film {
  movieId: number;
  movieKey: string;
}
export type Edit = (cinema: Cinema, film: Film, chance: number) => Promise<unknown>;

/** One of these, if there is any. */
export const pick = <Row>(rows: Row[], chance: number): Row | undefined => rows[chance % rows.length];
const reviewsIn = ({ db }: Cinema) => db.select().from(reviews).orderBy(reviews.reviewId);
/** No two people get the same name. */
let count = 0;

async function reviewBy(cinema: Cinema, viewer: { userId: number }, film: Film, chance: number) {
  await cinema.aReview(viewer, film, { rating: 1 + (chance % 5), createdOn: cinema.clock.now() });
  await rateMovies(cinema.db, [film.movieId]);
}

export async function bring({ db, config, clock }: Cinema, catalogue: object) {
  const file = writeCatalogue(mkdtempSync(join(tmpdir(), 'matinee-edit-')), catalogue);
  await importCatalogue({ db, mediaDir: config.mediaDir, now: clock.now() }, { file });
}

/** What may happen to reviews and the people who wrote them between two rebuilds. */
export const REVIEWS: Record<string, Edit> = {
  review: async (cinema, film, chance) => reviewBy(cinema, await cinema.aViewer(), film, chance),
  async renameReviewer(cinema, _, chance) {
    const review = pick(await reviewsIn(cinema), chance);
    const body = { firstName: `Reader ${++count}` };
    if (review) await cinema.put(`/api/auth/userinfo/${review.userId}`, { as: review, body });
  },
  async importReviewer(cinema, film, chance) {
    const person = { ref: 'reader', mobile: '919000000077' };
    await bring(cinema, { users: [{ ...person, firstName: `Guest ${chance}` }] });
    const { rows } = await cinema.database.query(
      `select user_id from users where import_ref = 'reader' and user_id not in (select user_id from reviews where movie_id = $1)`,
      [film.movieId],
    );
    if (rows[0]) await reviewBy(cinema, { userId: rows[0]['user_id'] as number }, film, chance);
    await bring(cinema, { users: [{ ...person, firstName: `Guest ${chance + 1}` }] });
  },
  async eraseReviewer(cinema, _, chance) {
    const review = pick(await reviewsIn(cinema), chance);
    if (review) await eraseAccount(cinema.deps, { userId: review.userId, roles: [] });
  },
  async hide(cinema, _, chance) {
    const review = pick(await reviewsIn(cinema), chance);
    if (review) await setHidden(cinema.deps, review.reviewId, true);
  },
  async show(cinema, _, chance) {
    const review = pick(await reviewsIn(cinema), chance);
    if (review) await setHidden(cinema.deps, review.reviewId, false);
  },
};
