import type { BodyOf } from '#contract/endpoint.ts';
import type { claimGift as contract } from '#contract/gifts.ts';
import { toWire } from '#domain/dates.ts';
import type { GiftState } from '#domain/gift.ts';
import { giftRefusals as text } from '#messages/gift-refusals.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, throwError } from '../../../errors.ts';
import { undoNetworkLimits, useNetworkLimits } from '../../../network-limits.ts';
import { perHour } from '../../../rate-limits.ts';
import { findMovie } from '../../catalogue/queries.ts';
import { toMovie } from '../../catalogue/wire.ts';
import { requireSellable } from '../bookable-movie.ts';
import { queueMails } from '../mails/queue-mails.ts';
import { readOrder } from '../own-order.ts';
import {
  type BookedOrder,
  changeOrder,
  findExistingOrder,
  findOrder,
  listCurrentTickets,
  lockOrder,
  withViewerFilmLock,
} from '../queries.ts';
import { slotColumns } from '../slot-check.ts';
import { hashOfCode } from './gift-code.ts';
import { changeGift, findGiftByHash, type GiftRow } from './queries.ts';
import { giftStateOf, isGiftOrder } from './wire.ts';

/**
 * Unknown links of a network. Chosen: high, because Indian mobile networks put thousands of people
 * behind one address.
 */
export const UNKNOWN_GIFTS_PER_ADDRESS = 60;
const UNKNOWN_GIFT_LIMIT = perHour(
  'unknown_gift_address',
  UNKNOWN_GIFTS_PER_ADDRESS,
  text.tooManyTries,
);

const giftNotFound = () => new AppError('gift_not_found');

const REFUSALS: Record<Exclude<GiftState, 'waiting'>, () => AppError> = {
  unpaid: giftNotFound,
  claimed: () => new AppError('gift_claimed'),
  taken_back: () => new AppError('gift_taken_back'),
  lapsed: () => new AppError('gift_lapsed'),
  returned: () => new AppError('gift_returned'),
};

/**
 * What the link shows before anybody signs in. Throws too_many_requests, gift_not_found, or why
 * nobody can claim the gift.
 */
export async function readGift(deps: Deps, ip: string, code: string) {
  const { movieOrderId } = await findGiftOfLink(deps, ip, code);
  const { order, gift } = requireClaimable(await findOrder(deps.db, movieOrderId), deps.now());
  const movie =
    (await findMovie(deps.db, { movieId: order.movieId })) ?? throwError(giftNotFound());
  const { giverName, receiverName, message, claimUntil } = gift;
  return {
    giverName,
    receiverName,
    message,
    claimUntil: toWire(claimUntil!),
    movie: toMovie(movie),
  };
}

/**
 * Gives the ticket to the viewer, with the hour that the viewer chose. The lock on the order's row
 * lets one claim win, and no claim beside a refund. Throws what `readGift` throws, gift_is_own,
 * already_booked, film_not_ready, slot refusals (422).
 */
export async function claimGift({
  deps,
  viewer,
  ip,
  claim,
}: {
  deps: Deps;
  viewer: Viewer;
  ip: string;
  claim: BodyOf<typeof contract>;
}) {
  const { movieOrderId } = await findGiftOfLink(deps, ip, claim.code);
  const { movieId } = (await findExistingOrder(deps.db, movieOrderId)).order;
  return withViewerFilmLock({
    db: deps.db,
    userId: viewer.userId,
    movieId,
    work: async (tx) => {
      const locked = { ...deps, db: tx };
      await lockOrder(tx, movieOrderId);
      const booked = await findOrder(tx, movieOrderId);
      if (booked?.gift?.receiverId !== viewer.userId)
        await giveTicket(locked, viewer, booked, claim);
      return readOrder(locked, viewer, movieOrderId);
    },
  });
}

async function giveTicket(
  deps: Deps,
  viewer: Viewer,
  booked: BookedOrder | undefined,
  { bookingStartTime, timezone }: BodyOf<typeof contract>,
) {
  const { db: tx } = deps;
  const now = deps.now();
  const { order, movie } = requireClaimable(booked, now);
  // Chosen: a giver who tries the own link must not use the gift up. Whoever wants the ticket takes
  // the gift back and books.
  if (order.userId === viewer.userId) throw new AppError('gift_is_own');
  const slot = await slotColumns({
    deps,
    viewer,
    movie: requireSellable(movie),
    start: bookingStartTime,
    zone: timezone,
  });
  if (
    (await listCurrentTickets({ db: tx, userId: viewer.userId, movieId: order.movieId, now }))
      .length
  )
    throw new AppError('gift_already_booked');
  await changeOrder(tx, order.movieOrderId, slot);
  await changeGift(tx, order.movieOrderId, { receiverId: viewer.userId, claimedAt: now });
  await queueMails({ tx, event: 'ticket', order: { ...order, ...slot }, now });
}

/** Counts a guess before the search, so that concurrent guesses count too. */
async function findGiftOfLink(deps: Deps, ip: string, code: string): Promise<GiftRow> {
  await useNetworkLimits(deps, UNKNOWN_GIFT_LIMIT, ip);
  const gift = (await findGiftByHash(deps.db, hashOfCode(code))) ?? throwError(giftNotFound());
  await undoNetworkLimits(deps, UNKNOWN_GIFT_LIMIT, ip);
  return gift;
}

function requireClaimable(booked: BookedOrder | undefined, now: Date) {
  if (!booked || !isGiftOrder(booked)) throw giftNotFound();
  const state = giftStateOf(booked, now);
  if (state !== 'waiting') throw REFUSALS[state]();
  if (booked.movie.active !== 'Y') throw new AppError('gift_film_withdrawn');
  return booked;
}
