import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Order } from '#contract/booking.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { displayFullMoment } from '#domain/format/dates.ts';
import { orderWindow } from '#domain/order-window.ts';
import type { QrCode } from '#domain/qr.ts';
import { isValidTicket, type TicketPhase, ticketPhase } from '#domain/ticket-phase.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { $now, viewerZone } from '#stores/booking/booking.ts';
import { filmSubtitle } from '../booking/FilmSummary.tsx';
import { WindowTimeline } from '../booking/WindowTimeline.tsx';
import { WindowFacts } from '../booking/WindowFacts.tsx';
import { colourStyle, languageAttributes } from '../catalogue/film-link.ts';
import { FilmPoster } from '../catalogue/FilmPoster.tsx';
import { paidText, partRefundText, statusClass } from '#stores/history/order-text.ts';

/** `facts`: shown instead of the window. */
export function OrderTicket({ order, facts }: { order: Order; facts?: string | undefined }) {
  const now = useStore($now);
  const { orderMovie: film } = order;
  const window = orderWindow(order);
  const zone = viewerZone();
  const phase = ticketPhase(order, window, now);
  const runningTime = isValidTicket(phase) ? film.runningTime : null;

  return (
    <div
      className={
        isValidTicket(phase) || phase === 'ended' || phase === 'gift'
          ? 'ticket stub-at-side'
          : 'ticket stub-at-side cancelled'
      }
    >
      <div className="ticket-main grid grid-cols-[56px_minmax(0,1fr)] gap-x-4 gap-y-4.5 min-[22.5rem]:grid-cols-[4.75rem_minmax(0,1fr)] md:grid-cols-[7rem_minmax(0,1fr)] md:gap-x-5 md:gap-y-5 lg:grid-cols-[9.375rem_minmax(0,1fr)] lg:gap-x-7 print:grid-cols-[104px_minmax(0,1fr)] print:gap-x-5">
        <span
          className="poster-frame aspect-2/3 self-start shadow-none md:row-span-2"
          style={colourStyle(film.posterGel)}
        >
          <FilmPoster
            film={film}
            address={film.moviePoster}
            sizes="(width >= 60rem) 150px, (width >= 47.5rem) 112px, 76px"
            small
          />
        </span>
        <FilmName film={film} />
        <div className="col-span-2 md:col-span-1 md:col-start-2 md:self-end">
          {facts ? (
            <p className="wrap-anywhere">{facts}</p>
          ) : (
            <WindowFacts {...{ window, zone, runningTime }} withYear />
          )}
        </div>
        {isValidTicket(phase) && (
          <div className="col-span-2">
            <WindowTimeline {...{ window, zone, runningTime }} />
          </div>
        )}
      </div>
      <Stub order={order} phase={phase} />
    </div>
  );
}

const FilmName = ({ film }: { film: Order['orderMovie'] }) => (
  <div className="self-center md:self-start">
    <p
      className="heading-2 text-left text-21 min-[22.5rem]:text-[clamp(1.5rem,1.125rem+2vw,3.125rem)] print:text-28"
      {...languageAttributes(film)}
    >
      {film.movieName}
    </p>
    {distinctEnglishName(film) && <p className="english-name mt-1">{distinctEnglishName(film)}</p>}
    <p className="small text-soft mt-1.5">{filmSubtitle({ ...film, movieNameEn: null })}</p>
  </div>
);

const Stub = ({ order, phase }: { order: Order; phase: TicketPhase }) => (
  <div
    className={
      isValidTicket(phase)
        ? 'ticket-stub grid items-center gap-4.5 min-[22.5rem]:grid-cols-[8.25rem_minmax(0,1fr)] md:grid-cols-1 md:content-between'
        : 'ticket-stub'
    }
  >
    {isValidTicket(phase) && <TicketCode order={order} />}
    <div className="grid content-end justify-items-start gap-1.5">
      {isValidTicket(phase) && <p className="wide-label">{text.admitOne}</p>}
      <p className="font-tall text-20 leading-none font-bold tracking-[.04em] whitespace-nowrap text-serial">
        {text.number(order.orderNo)}
      </p>
      <p className="small text-soft">
        <span>{paidText(order)}</span>
        {paidText(order) && <br />}
        <span>{partRefundText(order)}</span>
        {partRefundText(order) && <br />}
        <span>{displayFullMoment(order.orderDate)}</span>
      </p>
      <p className={`${statusClass(order)} mt-1.5`}>{order.paymentStatus}</p>
    </div>
  </div>
);

/** QR code of the ticket's page, the same as in the mail. */
function TicketCode({ order: { movieOrderId, orderNo } }: { order: Order }) {
  const code = useCode(location.origin + href('purchasedOrder', { order_id: movieOrderId }));
  const { size, path } = code ?? { size: 1, path: '' };
  return (
    <svg
      className="qr-code max-[22.5rem]:max-w-[10rem]"
      viewBox={`0 0 ${size} ${size}`}
      {...(code
        ? { role: 'img', 'aria-label': text.qrCodeLabel(orderNo) }
        : { 'aria-hidden': true })}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  );
}

/** Null until the QR encoder is loaded. */
function useCode(address: string): QrCode | null {
  const [code, setCode] = useState<QrCode | null>(null);
  useEffect(() => {
    void import('#domain/qr.ts').then(
      ({ qrCode }) => setCode(qrCode(address)),
      () => undefined, // the order number on the stub suffices
    );
  }, [address]);
  return code;
}
