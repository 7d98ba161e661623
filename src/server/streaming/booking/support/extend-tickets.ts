import { HOUSE_ZONE, displayDay, displayHour } from '#domain/dates.ts';
import { MINUTE } from '#domain/limits.ts';
import { operatorMessages as text } from '#messages/operator.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { lastDone } from '../../../operator/audit/queries.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import { announceExtension } from '../mails/announce.ts';
import { changeOrder, type OrderRow } from '../queries.ts';
import { holdOrder, holdTicketsOpenIn, isReturned, orderByNo } from './queries.ts';

const refused = (code: string, message: string) => new AppError('conflict', code, message);

/** Gives one paid ticket more hours, from now where its window is over; its viewer is told. Throws order_unknown, not_extendable. */
export async function extendTicket({ db, now }: Deps, orderNo: string, minutes: number): Promise<Change[]> {
  const known = await orderByNo(db, orderNo);
  const order = known && (await holdOrder(db, known.movieOrderId));
  if (!order) throw new AppError('not_found', 'order_unknown', text.noOrder(orderNo));
  if (order.paymentStatus !== 'PAID') throw refused('not_extendable', text.notPaid(order.orderNo, order.paymentStatus));
  if (order.userId === null) throw refused('not_extendable', text.nobodys(order.orderNo));
  if (await isReturned(db, order.movieOrderId)) throw refused('not_extendable', text.returning(order.orderNo));
  return extend(db, order, minutes * MINUTE, now());
}

export interface Outage {
  from: Date;
  until: Date;
  /** Instead of what each ticket lost. */
  minutes?: number | undefined;
}

/**
 * Gives every ticket that was open during an outage the time back that it lost of it, in one transaction; every viewer is told.
 * `isAgain` allows it for an outage that was made good already. Throws outage_future, outage_done, outage_none.
 */
export async function extendForOutage(
  { db, now }: Deps,
  command: string,
  outage: Outage,
  isAgain: boolean,
): Promise<Change[]> {
  const { from, until, minutes } = outage;
  if (until > now()) throw refused('outage_future', text.outageFuture);
  const tickets = await holdTicketsOpenIn(db, from, until);
  // Asked once they are held: of two commands at once the second sees the first.
  const before = isAgain ? undefined : await lastDone(db, command, { outageFrom: from, outageUntil: until });
  if (before)
    throw refused(
      'outage_done',
      text.outageDone(`${displayDay(before.at, HOUSE_ZONE)}, ${displayHour(before.at, HOUSE_ZONE)}`, before.who),
    );
  if (!tickets.length) throw refused('outage_none', text.outageNone);
  const changes: Change[] = [];
  for (const order of tickets)
    changes.push(...(await extend(db, order, minutes ? minutes * MINUTE : lostIn(outage, order), now())));
  return changes;
}

/** The part of the outage that lay in the ticket's window, in whole minutes, upwards. */
function lostIn({ from, until }: Outage, { bookingStartTime, bookingEndTime }: OrderRow): number {
  const lost =
    Math.min(until.getTime(), bookingEndTime.getTime()) - Math.max(from.getTime(), bookingStartTime.getTime());
  return Math.ceil(lost / MINUTE) * MINUTE;
}

// Chosen: a window that is over goes on from now: hours that have passed already would be of no use to anybody.
async function extend(db: Db, order: OrderRow, by: number, now: Date): Promise<Change[]> {
  const end = Math.max(order.bookingEndTime.getTime(), now.getTime()) + by;
  const change = { bookingEndTime: new Date(end), calendarSequence: order.calendarSequence + 1 };
  await changeOrder(db, order.movieOrderId, change);
  await announceExtension(db, { ...order, ...change }, now);
  const { bookingEndTime } = change;
  return changeOf(`order ${order.orderNo}`, { bookingEndTime: order.bookingEndTime }, { bookingEndTime });
}
