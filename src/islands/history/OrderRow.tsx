import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { orderWindow } from '#domain/order-window.ts';
import {
  isOpenTicket,
  isValidTicket,
  type TicketPhase,
  ticketPhase,
} from '#domain/ticket-phase.ts';
import { giftOrderMessages } from '#messages/gift-orders.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { $now } from '#stores/booking/booking.ts';
import { colourStyle, languageAttributes } from '../catalogue/film-link.ts';
import { DownloadMark } from '../downloads/DownloadMark.tsx';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import {
  cinemaWindowText,
  orderDayText,
  partRefundText,
  stateText,
  statusClass,
  windowText,
} from '#stores/history/order-text.ts';
import { giftText, isGivenGift } from '#stores/history/gift-text.ts';
import { WatchLink } from './WatchLink.tsx';

const ROW_CLASSES =
  'group grid grid-cols-[56px_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1 border-t border-line py-4 lg:grid-cols-[4rem_minmax(0,1fr)_auto_6.25rem] lg:gap-x-6 lg:gap-y-0 lg:py-4.5';

export function OrderRow({ order }: { order: Order }) {
  const now = useStore($now);
  const phase = ticketPhase(order, orderWindow(order), now);
  return (
    <>
      <OrderLink order={order} now={now} phase={phase} />
      {isOpenTicket(phase) && (
        <p className="pb-4 pl-17.5 lg:pl-22">
          <WatchLink order={order} />
        </p>
      )}
    </>
  );
}

/** Emphasises tickets that can still be used. */
const OrderLink = ({ order, now, phase }: { order: Order; now: Date; phase: TicketPhase }) => (
  <a className={ROW_CLASSES} href={href('purchasedOrder', { order_id: order.movieOrderId })}>
    <span className="poster-frame aspect-2/3" style={colourStyle(order.orderMovie.posterGel)}>
      <FilmPoster
        film={order.orderMovie}
        address={order.orderMovie.moviePoster}
        sizes="64px"
        small
      />
    </span>
    <span>
      <span
        className="name text-18 decoration-1 underline-offset-4 group-hover:underline lg:text-20"
        {...languageAttributes(order.orderMovie)}
      >
        {order.orderMovie.movieName}
      </span>
      {distinctEnglishName(order.orderMovie) && (
        <span className="details">{distinctEnglishName(order.orderMovie)}</span>
      )}
      <span className="details mt-0.5 mb-1.5">
        <span className="whitespace-nowrap">{text.number(order.orderNo)}</span>
        <span>{' | '}</span>
        <span className="whitespace-nowrap">{orderDayText(order)}</span>
      </span>
      <span className="block text-14 leading-[1.4]">
        {isGivenGift(order) ? giftText(order.gift) : windowText(order)}
      </span>
      {!isGivenGift(order) && cinemaWindowText(order) && (
        <span className="details">{cinemaWindowText(order)}</span>
      )}
      <span
        className={
          isValidTicket(phase)
            ? 'mt-1 block font-tall text-19 leading-[1.2] font-bold text-action'
            : 'text-soft mt-1 block text-14'
        }
      >
        {phase === 'gift' && order.gift
          ? giftOrderMessages.states[order.gift.state]
          : stateText(order, now)}
      </span>
      {partRefundText(order) && <span className="details">{partRefundText(order)}</span>}
      {isValidTicket(phase) && <DownloadMark orderId={order.movieOrderId} />}
    </span>
    <span className="grid justify-items-end gap-2 lg:contents">
      <span className="text-right font-tall text-24 leading-none font-bold">
        {order.gift?.role === 'receiver'
          ? giftOrderMessages.gift
          : displayRupees(order.totalRoundedValue)}
      </span>
      <span className={`${statusClass(order)} justify-self-end`}>{order.paymentStatus}</span>
    </span>
  </a>
);
