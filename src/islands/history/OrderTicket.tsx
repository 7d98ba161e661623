import type { Order } from '#contract/booking.ts';
import { local } from '#domain/dates.ts';
import { historyMessages as text } from '#messages/history.ts';
import { viewerZone } from '#stores/booking.ts';
import { filmLine } from '../booking/FilmLine.tsx';
import { orderWindow } from '../booking/order-window.ts';
import { WindowBand } from '../booking/WindowBand.tsx';
import { WindowFacts } from '../booking/WindowFacts.tsx';
import { gel, inOwnScript } from '../catalogue/film-link.ts';
import { Picture } from '../catalogue/Picture.tsx';
import { paidWords, statusClass } from './order-words.ts';

/** One order as a ticket: the film and its window, and on the stub its number and how it was paid. */
export function OrderTicket({ order }: { order: Order }) {
  const { orderMovie: film, paymentStatus } = order;
  const window = orderWindow(order);
  const zone = viewerZone();
  const isTicket = paymentStatus === 'PAID';

  return (
    <div className={isTicket ? 'ticket across' : 'ticket across cancelled'}>
      <div className="main grid grid-cols-[76px_minmax(0,1fr)] gap-x-4 gap-y-4.5 md:grid-cols-[150px_minmax(0,1fr)] md:gap-x-7 md:gap-y-5">
        <span className="frame aspect-2/3 self-start shadow-none md:row-span-2" style={gel(film.posterGel)}>
          <Picture address={film.moviePoster} kind="poster" sizes="(width >= 760px) 150px, 76px" />
        </span>
        <div className="self-center md:self-start">
          <p className="d2 text-[clamp(28px,20px+2vw,50px)]" {...inOwnScript(film)}>
            {film.movieName}
          </p>
          <p className="sm soft mt-1.5">{filmLine(film)}</p>
        </div>
        <div className="col-span-2 md:col-span-1 md:col-start-2 md:self-end">
          <WindowFacts window={window} zone={zone} withYear />
        </div>
        {isTicket && (
          <div className="col-span-2">
            <WindowBand window={window} runningTime={film.runningTime} zone={zone} />
          </div>
        )}
      </div>
      <Stub order={order} />
    </div>
  );
}

const Stub = ({ order }: { order: Order }) => (
  <div className="stub grid content-between gap-4">
    <div className="grid justify-items-start gap-1.5">
      {order.paymentStatus === 'PAID' && <p className="wide">{text.admitOne}</p>}
      <p className="serial">{text.number(order.orderNo)}</p>
      <p className="sm soft">
        {paidWords(order)}
        {paidWords(order) && <br />}
        {local(order.orderDate)?.format('DD MMM YYYY, h.mm A')}
      </p>
    </div>
    <p className={`${statusClass(order)} justify-self-start`}>{order.paymentStatus}</p>
  </div>
);
