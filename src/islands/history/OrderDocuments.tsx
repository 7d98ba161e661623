import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import {
  $ticketDocuments,
  openTicketDocuments,
  saveDocumentPdf,
  type TicketDocument,
} from '#stores/ticket-documents.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Icon as FilmIcon } from '../catalogue/icons.tsx';
import { Icon } from './icons.tsx';
import { DocumentView } from './DocumentView.tsx';
import { documentsTitle } from './TicketActions.tsx';

export function OrderDocuments({ order }: { order: Order }) {
  const { status, documents } = useStore($ticketDocuments);
  const { movieOrderId, paymentStatus } = order;
  useEffect(() => void openTicketDocuments({ movieOrderId, paymentStatus }), [movieOrderId, paymentStatus]);

  return (
    <section id="invoice" className="max-w-155">
      <div className="print:hidden">
        <a className="crumb" href="#ticket">
          <FilmIcon name="left" />
          {text.toTheTicket}
        </a>
        <h1 className="d2 mb-6" tabIndex={-1}>
          {documentsTitle(order)}
        </h1>
      </div>
      {status === 'process' && <Skeleton className="h-140" label={commonMessages.loading} />}
      {status === 'noData' && <EmptyBox title={text.none} sentence={text.noneNote} />}
      {status === 'error' && (
        <ErrorBox title={commonMessages.tryAgain} sentence={text.failed}>
          <Button kind="line" onClick={() => void openTicketDocuments(order)}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      {documents.map((ticketDocument) => (
        <OrderDocument key={ticketDocument.kind} order={order} ticketDocument={ticketDocument} />
      ))}
    </section>
  );
}

const OrderDocument = ({ order, ticketDocument }: { order: Order; ticketDocument: TicketDocument }) => (
  <div className="mb-11 print:mb-0 print:break-after-page print:last:break-after-auto">
    <DocumentView invoiceDocument={ticketDocument.document} />
    <div className="acts mt-5 print:hidden">
      <DownloadPdf order={order} ticketDocument={ticketDocument} />
      <Button kind="line" onClick={() => print()}>
        <Icon name="print" />
        {text.print}
      </Button>
    </div>
  </div>
);

function DownloadPdf({ order, ticketDocument }: { order: Order; ticketDocument: TicketDocument }) {
  const { status } = useStore(saveDocumentPdf.$state);
  return (
    <Button busy={status === 'process'} onClick={() => void saveDocumentPdf.run(order, ticketDocument)}>
      <Icon name="save" />
      {text.downloadPdf}
    </Button>
  );
}
