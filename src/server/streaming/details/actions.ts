import { resumeSeconds } from '#domain/playback.ts';
import { isWindowOpen } from '#domain/viewing.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { findLikelyBuyerPlace } from '../booking/buyer-place.ts';
import { readOrder } from '../booking/own-order.ts';
import { listCurrentTickets, type OrderRow } from '../booking/queries.ts';
import { hasReminder } from '../booking/reminders/queries.ts';
import { findMovie } from '../catalogue/queries.ts';
import { toMovie } from '../catalogue/wire.ts';
import { movieNotFound } from '../not-found.ts';
import { findFilmPackage, findLastPosition } from '../playback/queries.ts';
import { findReview } from '../reviews/queries.ts';
import { toOwnReview } from '../reviews/wire.ts';
import { hasTelevision } from './queries.ts';

/** Throws movie_not_found. */
export async function readMovieForViewer(deps: Deps, viewer: Viewer, movieId: number) {
  const { db, now } = deps;
  const row = await findMovie(db, { movieId });
  const tickets = row
    ? await listCurrentTickets({ db, userId: viewer.userId, movieId, now: now() })
    : [];
  // A withdrawn film stays visible to viewers with a ticket for it.
  if (!row || (row.active !== 'Y' && !tickets.length)) throw movieNotFound();
  const ticket = mainTicket(tickets, now());
  const canWatch = tickets.some((each) => isWindowOpen(each, now()));
  const review = await findReview(db, movieId, viewer.userId);
  return {
    ...toMovie(row),
    playStatus: canWatch ? 'PAID' : null,
    paymentStatus: tickets.length,
    order: ticket ? await readOrder(deps, viewer, ticket.movieOrderId) : null,
    buyerPlace: await findLikelyBuyerPlace(db, viewer.userId),
    myReview: review ? toOwnReview(review) : null,
    hasReminder: await hasReminder(db, viewer.userId, movieId),
    resumeAt: await findResumeSeconds(deps, viewer, movieId),
    hasTelevision: canWatch && (await hasTelevision(db, viewer)),
  };
}

async function findResumeSeconds(
  { db, now }: Deps,
  { userId }: Viewer,
  movieId: number,
): Promise<number> {
  const film = await findFilmPackage(db, movieId);
  if (!film) return 0;
  return resumeSeconds(
    await findLastPosition(db, userId, movieId),
    film.manifest.durationSeconds,
    now(),
  );
}

const mainTicket = (tickets: OrderRow[], now: Date) =>
  tickets.find((each) => isWindowOpen(each, now)) ?? tickets[0];
