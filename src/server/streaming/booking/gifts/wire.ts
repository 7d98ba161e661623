import type { Order, OrderGift } from '#contract/booking.ts';
import { CINEMA_ZONE, toWire } from '#domain/dates.ts';
import { giftState, type GiftState } from '#domain/gift.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import type { BookedOrder } from '../queries.ts';
import { isRefundAskedOrDone, toOrder } from '../wire.ts';
import { findGiftCode } from './gift-code.ts';
import type { GiftRow } from './queries.ts';

type GiftOrder = BookedOrder & { gift: GiftRow };

export const isGiftOrder = (booked: BookedOrder): booked is GiftOrder => booked.gift !== null;

export const giftStateOf = ({ order, gift, refund }: GiftOrder, now: Date): GiftState =>
  giftState(
    { ...gift, paymentStatus: order.paymentStatus, isReturning: isRefundAskedOrDone(refund) },
    now,
  );

/** An order as this viewer may see it: the buyer, the giver or the receiver. */
export function toViewerOrder(
  deps: Pick<Deps, 'config' | 'now'>,
  { userId }: Viewer,
  booked: BookedOrder,
): Order {
  const order = toOrder(booked, deps.now());
  if (!isGiftOrder(booked)) return order;
  return booked.gift.receiverId === userId
    ? toReceivedOrder(booked, order, userId)
    : toGivenOrder(deps, booked, order);
}

/** The hour and the zone that the receiver chose are the receiver's. */
function toGivenOrder(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  booked: GiftOrder,
  order: Order,
): Order {
  const { gift } = booked;
  const state = giftStateOf(booked, now());
  const code = state === 'waiting' ? findGiftCode(config, order.orderNo, gift) : null;
  const paidAt = toWire(booked.order.paidAt ?? booked.order.orderDate);
  return {
    ...order,
    bookingStartTime: paidAt,
    bookingEndTime: paidAt,
    timezone: gift.claimedAt ? CINEMA_ZONE : order.timezone,
    mayReschedule: false,
    slotPassed: false,
    gift: { ...toOrderGift(gift), role: 'giver', state, code },
  };
}

/** What the giver paid, and where from, is the giver's. */
const toReceivedOrder = ({ gift }: GiftOrder, order: Order, userId: number): Order => ({
  ...order,
  userId,
  orderDate: toWire(gift.claimedAt!),
  unitPrice: 0,
  discountPercentage: 0,
  discountType: null,
  couponCode: null,
  discountValue: 0,
  totalOrderValue: 0,
  totalTaxValue: 0,
  totalRoundedValue: 0,
  orderRemarks: null,
  paymentMode: null,
  paymentTransactionNo: null,
  orderCountry: null,
  latitude: null,
  longitude: null,
  buyerState: null,
  buyerCountry: null,
  charged: null,
  invoiceNo: null,
  refundReason: null,
  refundedAmount: 0,
  heldAmount: null,
  creditNoteNos: [],
  gift: { ...toOrderGift(gift), role: 'receiver', state: 'claimed', code: null },
});

const toOrderGift = ({ giverName, receiverName, message, claimUntil, claimedAt }: GiftRow) =>
  ({
    giverName,
    receiverName,
    message,
    claimUntil: claimUntil && toWire(claimUntil),
    claimedAt: claimedAt && toWire(claimedAt),
  }) satisfies Partial<OrderGift>;
