import { useStore } from '@nanostores/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Order } from '#contract/booking.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { isValidTicket } from '#domain/ticket-phase.ts';
import { commonMessages } from '#messages/common.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { watchIfRequested } from '#stores/history/ticket-actions.ts';
import {
  $phase,
  $ticket,
  openTicket,
  refreshOnTabVisible,
  showTicket,
} from '#stores/history/ticket.ts';
import { Icon } from '../catalogue/icons.tsx';
import { LazyDownloadBox } from '../downloads/LazyDownloadBox.tsx';
import { GiftMessage } from '../gifts/GiftMessage.tsx';
import { LazyGivenGift } from '../gifts/LazyGivenGift.tsx';
import { EmptyBox, LoadError, Loading } from '../loading/LoadStates.tsx';
import { StoredNote } from '../loading/StoredNote.tsx';
import { PlaybackDialog } from '../playback/PlaybackDialog.tsx';
import { giftText, isGivenGift } from '#stores/history/gift-text.ts';
import { partRefundText } from '#stores/history/order-text.ts';
import { OrderTicket } from './OrderTicket.tsx';
import { OrderDocuments } from './OrderDocuments.tsx';
import { SlotPassed } from './SlotPassed.tsx';
import { TicketActions } from './TicketActions.tsx';
import { TicketHelp } from './TicketHelp.tsx';
import { TicketHeading } from './TicketHeading.tsx';

/** Shows the ticket, or its documents under `#invoice`. */
export function OrderDetail() {
  const { order } = useStore($ticket);
  const showsDocuments = useHash() === '#invoice';
  const page = useHeadingFocus(showsDocuments);
  useEffect(() => void openTicket(), []);
  useEffect(refreshOnTabVisible, []);
  useEffect(() => {
    if (order) watchIfRequested(order);
  }, [order]);

  return (
    <div
      ref={page}
      className="px-gut mx-auto w-full max-w-[calc(62.5rem+2*var(--gut))] pt-2.5 pb-18 print:max-w-none print:p-0"
    >
      {!(order && showsDocuments) && (
        <a className="plain-link print:hidden" href={href('purchaseHistory')}>
          <Icon name="left" />
          <span>{commonMessages.goBack}</span>
        </a>
      )}
      <StoredNote />
      {!order && <OrderNotLoaded />}
      {order && (showsDocuments ? <OrderDocuments order={order} /> : <Ticket order={order} />)}
      <PlaybackDialog />
    </div>
  );
}

const subscribeToHash = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** Includes `#`; empty without a hash. */
const useHash = (): string => useSyncExternalStore(subscribeToHash, () => location.hash);

/** Focuses the new heading when the view changes, but not on the first view. */
function useHeadingFocus(view: unknown) {
  const page = useRef<HTMLDivElement>(null);
  const previous = useRef(view);
  useEffect(() => {
    if (previous.current !== view) page.current?.querySelector<HTMLElement>('h1')?.focus();
    previous.current = view;
  }, [view]);
  return page;
}

function Ticket({ order }: { order: Order }) {
  const phase = useStore($phase);
  return (
    <div id="ticket">
      {phase && <TicketHeading order={order} phase={phase} />}
      {order.slotPassed && (
        <div className="mb-6 print:hidden">
          <SlotPassed order={order} onChange={showTicket} />
        </div>
      )}
      <MoneyNotes order={order} />
      {order.refund === 'failed' && (
        <p className="mb-6 max-w-[64ch] border-l-5 border-bad pl-4 print:hidden">
          {text.refundFailed}
        </p>
      )}
      {hasGivenGift(order) && <LazyGivenGift order={order} onChange={showTicket} />}
      {order.gift?.role === 'receiver' && order.gift.message && (
        <ReceivedMessage message={order.gift.message} />
      )}
      <OrderTicket order={order} facts={isGivenGift(order) ? giftText(order.gift) : undefined} />
      {phase && <TicketActions order={order} phase={phase} />}
      {phase && (
        <div className="mt-6.5 print:hidden">
          <LazyDownloadBox order={order} isValid={isValidTicket(phase)} />
        </div>
      )}
      {phase && <TicketHelp order={order} phase={phase} />}
    </div>
  );
}

/** Also after it was taken back: for the next gift. */
const hasGivenGift = ({ gift, paymentStatus }: Order) =>
  gift?.role === 'giver' && (paymentStatus === 'PAID' || paymentStatus === 'REFUNDED');

const ReceivedMessage = ({ message }: { message: string }) => (
  <div className="mb-6 print:hidden">
    <GiftMessage message={message} />
  </div>
);

const NOTE = 'mb-6 max-w-[64ch] border-l-5 border-line pl-4 print:hidden';

/** Money that moved although the ticket stays as it is. */
const MoneyNotes = ({ order }: { order: Order }) => (
  <>
    {partRefundText(order) && (
      <p className={NOTE}>{text.partRefundedNote(displayRupees(order.refundedAmount))}</p>
    )}
    {order.heldAmount && order.paymentStatus !== 'PROCESSING' && (
      <p className={NOTE}>{text.alsoHeld(displayRupees(order.heldAmount))}</p>
    )}
  </>
);

function OrderNotLoaded() {
  const { status } = useStore($ticket);
  return (
    <>
      <h1 className="heading-2 mb-6" tabIndex={-1}>
        {text.title}
      </h1>
      {status === 'process' && <Loading className="h-95 md:h-88" />}
      {status === 'error' && <LoadError title={text.orderFailed} onRetry={openTicket} />}
      {status === 'noData' && (
        <EmptyBox title={text.orderMissing} sentence={text.orderMissingNote} />
      )}
    </>
  );
}
