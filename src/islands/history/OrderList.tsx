import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/pricing.ts';
import { commonMessages } from '#messages/common.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { $now } from '#stores/booking.ts';
import { $orders, openOrders } from '#stores/orders.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { gel, inOwnScript } from '../catalogue/film-link.ts';
import { Picture } from '../catalogue/Picture.tsx';
import { orderDay, stateWords, statusClass, windowWords } from './order-words.ts';

export function OrderList() {
  const { status, orders } = useStore($orders);
  useEffect(() => void openOrders(), []);

  return (
    <section className="min-w-0">
      {status === 'process' && <Skeletons />}
      {status === 'error' && (
        <ErrorBox title={commonMessages.tryAgain} sentence={text.listFailed}>
          <Button kind="line" onClick={openOrders}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      {status === 'noData' && (
        <EmptyBox title={text.emptyTitle} sentence={text.empty}>
          <a className="btn line" href={href('movies')}>
            {text.toTheFilms}
          </a>
        </EmptyBox>
      )}
      <ol>
        {orders.map((order) => (
          <li key={order.movieOrderId}>
            <OrderRow order={order} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const ROW =
  'group grid grid-cols-[56px_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1 border-t border-line py-4 lg:grid-cols-[64px_minmax(0,1fr)_110px_120px] lg:items-center lg:gap-x-6 lg:gap-y-0 lg:py-4.5';

const OrderRow = ({ order }: { order: Order }) => (
  <a className={ROW} href={href('purchasedOrder', { order_id: order.movieOrderId })}>
    <span className="frame row-span-2 aspect-2/3 lg:row-span-1" style={gel(order.orderMovie.posterGel)}>
      <Picture address={order.orderMovie.moviePoster} kind="poster" sizes="64px" />
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
      <State order={order} />
    </span>
    <span className="text-right font-tall text-[24px] leading-none font-bold">
      {displayRupees(order.totalRoundedValue)}
    </span>
    <span className={`${statusClass(order)} justify-self-end`}>{order.paymentStatus}</span>
  </a>
);

function State({ order }: { order: Order }) {
  const now = useStore($now);
  const isTicket = order.paymentStatus === 'PAID';
  return (
    <span
      className={
        isTicket ? 'mt-1 block font-tall text-[19px] leading-[1.2] font-bold text-act' : 'soft mt-1 block text-[14px]'
      }
    >
      {stateWords(order, now)}
    </span>
  );
}

const Skeletons = () => (
  <>
    <Skeleton className="h-29 border-t border-line py-4" label={commonMessages.loading} />
    <Skeleton className="h-29 border-t border-line py-4" />
    <Skeleton className="h-29 border-t border-line py-4" />
  </>
);
