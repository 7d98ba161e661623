import type { State } from './invariants.ts';
import type { PaymentRecords } from './payment-records.ts';
import { listViolations } from './violations.ts';

type Gift = PaymentRecords['gifts'][number];

/** One claim wins, and no claim beside a taking back; the ticket is never both the giver's and the receiver's. */
export const checkGifts = ({ records: { gifts, orders }, wonClaims }: State): string[] =>
  gifts.flatMap((gift) => {
    const order = orders.find(({ movie_order_id }) => movie_order_id === gift.movie_order_id)!;
    const winners = [...(wonClaims.get(gift.movie_order_id) ?? [])];
    const name = `gift ${order.order_no}`;
    const isPaid = order.payment_status === 'PAID' || order.payment_status === 'REFUNDED';
    return listViolations([
      [order.is_gift, `${name} is an order of one's own`],
      [winners.length < 2, `${name} was given to ${winners.join(' and ')}`],
      [
        winners.every((userId) => gift.is_claimed && [userId, null].includes(gift.receiver_id)),
        `${name} was given to ${winners.join()}, and belongs to ${gift.receiver_id}`,
      ],
      [!gift.is_claimed || !gift.is_taken_back, `${name} was claimed and taken back`],
      [
        gift.receiver_id === null || gift.receiver_id !== order.user_id,
        `${name} belongs to its giver ${order.user_id}`,
      ],
      [
        gift.is_claimed || gift.receiver_id === null,
        `${name} belongs to ${gift.receiver_id} without a claim`,
      ],
      [isPaid || !gift.is_claimed, `${name} is ${order.payment_status}, and claimed`],
      [!isPaid || gift.has_claim_end, `${name} is paid, and can be claimed forever`],
    ]);
  });

/** Money of a gift that was taken back, or that nobody claimed in time, went back. */
export const checkReturnedGifts = ({ records: { gifts, orders } }: State): string[] =>
  gifts.flatMap((gift) => {
    const order = orders.find(({ movie_order_id }) => movie_order_id === gift.movie_order_id)!;
    const mustReturn = (each: Gift) => each.is_taken_back || (each.is_lapsed && !each.is_claimed);
    return listViolations([
      [
        order.payment_status !== 'PAID' || !mustReturn(gift),
        `gift ${order.order_no} is ${gift.is_taken_back ? 'taken back' : 'lapsed'}, and still PAID`,
      ],
    ]);
  });
