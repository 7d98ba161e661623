import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayDay, displayTime } from '#domain/format/dates.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { findLastDone } from '../../../operator/audit/queries.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { findGiftRow } from '../gifts/queries.ts';
import { queueMails } from '../mails/queue-mails.ts';
import { changeOrder, lockOrder, type OrderRow } from '../queries.ts';
import { lockTicketsOpenBetween, hasActiveTicketRefund, findOrderByTypedNo } from './queries.ts';

/** Extends a paid ticket and queues a mail to its viewer. Throws order_unknown, not_extendable. */
export async function extendTicket(
  { db, now }: Deps,
  orderNo: string,
  minutes: number,
): Promise<Change[]> {
  const found = await findOrderByTypedNo(db, orderNo);
  const order = found && (await lockOrder(db, found.movieOrderId));
  if (!order) throw new AppError('order_unknown', [orderNo]);
  if (order.paymentStatus !== 'PAID')
    throw new AppError('not_extendable', [order.orderNo, order.paymentStatus]);
  const gift = order.isGift ? await findGiftRow(db, order.movieOrderId) : undefined;
  if (gift && !gift.claimedAt) throw new AppError('gift_not_extendable', [order.orderNo]);
  if ((gift ? gift.receiverId : order.userId) === null)
    throw new AppError('ownerless_not_extendable', [order.orderNo]);
  if (await hasActiveTicketRefund(db, order.movieOrderId))
    throw new AppError('returned_not_extendable', [order.orderNo]);
  return extendWindow({ db, order, extensionMs: minutes * MINUTE, now: now() });
}

interface Outage {
  from: Date;
  until: Date;
  minutes?: number | undefined;
}

/**
 * `isRepeatAllowed` allows a second extension for the same outage. Throws outage_future,
 * outage_done, outage_none.
 */
export async function extendForOutage(
  { db, now }: Deps,
  command: string,
  outage: Outage,
  isRepeatAllowed: boolean,
): Promise<Change[]> {
  const { from, until, minutes } = outage;
  if (until > now()) throw new AppError('outage_future');
  const tickets = await lockTicketsOpenBetween(db, from, until);
  // Checked after the tickets are locked, so that the second of two commands sees the first.
  const previousRun = isRepeatAllowed
    ? undefined
    : await findLastDone(db, command, { outageFrom: from, outageUntil: until });
  if (previousRun)
    throw new AppError('outage_done', [
      `${displayDay(previousRun.at, CINEMA_ZONE)}, ${displayTime(previousRun.at, CINEMA_ZONE)}`,
      previousRun.who,
    ]);
  if (!tickets.length) throw new AppError('outage_none');
  const changes: Change[] = [];
  for (const order of tickets)
    changes.push(
      ...(await extendWindow({
        db,
        order,
        extensionMs: minutes ? minutes * MINUTE : lostMs(outage, order),
        now: now(),
      })),
    );
  return changes;
}

/** The overlap of outage and ticket window, rounded up to whole minutes. */
function lostMs({ from, until }: Outage, { bookingStartTime, bookingEndTime }: OrderRow): number {
  const lost =
    Math.min(until.getTime(), bookingEndTime.getTime()) -
    Math.max(from.getTime(), bookingStartTime.getTime());
  return Math.ceil(lost / MINUTE) * MINUTE;
}

// Chosen: the extension of a closed window starts now.
async function extendWindow({
  db,
  order,
  extensionMs,
  now,
}: {
  db: Db;
  order: OrderRow;
  extensionMs: number;
  now: Date;
}): Promise<Change[]> {
  const end = Math.max(order.bookingEndTime.getTime(), now.getTime()) + extensionMs;
  const change = { bookingEndTime: new Date(end), calendarSequence: order.calendarSequence + 1 };
  await changeOrder(db, order.movieOrderId, change);
  await queueMails({ tx: db, event: 'extended', order: { ...order, ...change }, now });
  const { bookingEndTime } = change;
  return changeOf(
    `order ${order.orderNo}`,
    { bookingEndTime: order.bookingEndTime },
    { bookingEndTime },
  );
}
