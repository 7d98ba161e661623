import { useStore } from '@nanostores/react';
import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { displayRupees } from '#domain/pricing.ts';
import { isLive, ticketPhase } from '#domain/ticket-phase.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { $now } from '#stores/booking.ts';
import { gel, inOwnScript } from '../catalogue/film-link.ts';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import { houseWindowWords, orderDay, stateWords, statusClass, windowWords } from './order-words.ts';

const ROW =
  'group grid grid-cols-[56px_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1 border-t border-line py-4 lg:grid-cols-[64px_minmax(0,1fr)_110px_120px] lg:items-center lg:gap-x-6 lg:gap-y-0 lg:py-4.5';

/** One order in the history; all of it leads to its page. */
export const OrderRow = ({ order }: { order: Order }) => (
  <a className={ROW} href={href('purchasedOrder', { order_id: order.movieOrderId })}>
    <span className="frame row-span-2 aspect-2/3 lg:row-span-1" style={gel(order.orderMovie.posterGel)}>
      <FilmPoster film={order.orderMovie} address={order.orderMovie.moviePoster} sizes="64px" small />
    </span>
    <span className="row-span-2 lg:row-span-1">
      <span
        className="nm text-[18px] decoration-1 underline-offset-4 group-hover:underline lg:text-[20px]"
        {...inOwnScript(order.orderMovie)}
      >
        {order.orderMovie.movieName}
      </span>
      <span className="ln mt-0.5 mb-1.5">
        {text.number(order.orderNo)} | {orderDay(order)}
      </span>
      <span className="block text-[14px] leading-[1.4]">{windowWords(order)}</span>
      {houseWindowWords(order) && <span className="ln">{houseWindowWords(order)}</span>}
      <State order={order} />
    </span>
    <span className="text-right font-tall text-[24px] leading-none font-bold">
      {displayRupees(order.totalRoundedValue)}
    </span>
    <span className={`${statusClass(order)} justify-self-end`}>{order.paymentStatus}</span>
  </a>
);

/** What comes next is said aloud; what is over, quietly. */
function State({ order }: { order: Order }) {
  const now = useStore($now);
  const isNext = isLive(ticketPhase(order, orderWindow(order), now));
  return (
    <span
      className={
        isNext ? 'mt-1 block font-tall text-[19px] leading-[1.2] font-bold text-act' : 'soft mt-1 block text-[14px]'
      }
    >
      {stateWords(order, now)}
    </span>
  );
}
