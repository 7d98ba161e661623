import type { Order, OrderGift } from '#contract/booking.ts';
import { fromWire } from '#domain/dates.ts';
import { giftOrderMessages as text } from '#messages/gift-orders.ts';
import { momentText } from './order-text.ts';

// Not in order-text.ts, which the page of a film loads too: no giver's order is shown there.

export const isGivenGift = (order: Order): order is Order & { gift: OrderGift } =>
  order.gift?.role === 'giver';

const wireMoment = (wire: string) => momentText(fromWire(wire)!);

/** `A gift for Ravi. Can be claimed until Fri 19 Feb, 12.00 PM`, `A gift. You took it back` */
export function giftText({ receiverName, state, claimUntil, claimedAt }: OrderGift): string {
  const name = receiverName ? text.giftFor(receiverName) : text.gift;
  if (state === 'waiting' && claimUntil)
    return `${name}. ${text.claimUntil(wireMoment(claimUntil))}`;
  if (claimedAt) return `${name}. ${text.claimedAt(wireMoment(claimedAt))}`;
  return `${name}. ${text.states[state]}`;
}

export const giftTitle = ({ state }: OrderGift): string =>
  text.titles[state as keyof typeof text.titles] ?? text.states[state];

/** What the giver can do, or what happened. */
export function giftNote(
  { state, claimUntil, claimedAt }: OrderGift,
  { totalRoundedValue }: Order,
): string {
  const isPriced = totalRoundedValue > 0;
  if (claimedAt) return text.claimedNote(wireMoment(claimedAt));
  if (state === 'lapsed') return isPriced ? text.lapsedNote : text.lapsedFreeNote;
  const until = claimUntil ? wireMoment(claimUntil) : '';
  return isPriced ? text.waitingNote(until) : text.waitingFreeNote(until);
}
