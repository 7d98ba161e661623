import type { Order } from '#contract/booking.ts';
import { orderWindow } from '#domain/order-window.ts';
import { viewerZone } from '#stores/booking.ts';
import { FilmSummary } from '../booking/FilmSummary.tsx';
import { WindowFacts } from '../booking/WindowFacts.tsx';
import { PriceLines } from './PriceLines.tsx';

export const UnpaidTicket = ({ order }: { order: Order }) => (
  <div className="ticket">
    <div className="ticket-main grid gap-5 lg:px-7 lg:pt-7 @min-[600px]:grid-cols-2 @min-[600px]:items-center">
      <FilmSummary film={order.orderMovie} />
      <WindowFacts window={orderWindow(order)} zone={viewerZone()} />
    </div>
    <div className="ticket-stub lg:px-7" aria-live="polite">
      <PriceLines order={order} />
    </div>
  </div>
);
