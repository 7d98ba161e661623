import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/booking.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import {
  $ticketDocuments,
  openTicketDocuments,
  saveDocumentPdf,
  type TicketDocument,
} from '#stores/history/ticket-documents.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { EmptyBox, LoadError, Loading } from '../loading/LoadStates.tsx';
import { DocumentView } from './DocumentView.tsx';
import { documentsTitle } from './TicketActions.tsx';

export function OrderDocuments({ order }: { order: Order }) {
  const { status, documents } = useStore($ticketDocuments);
  const { movieOrderId, creditNoteNos } = order;
  const creditNotes = creditNoteNos.join();
  useEffect(
    () =>
      void openTicketDocuments({
        movieOrderId,
        creditNoteNos: creditNotes ? creditNotes.split(',') : [],
      }),
    [movieOrderId, creditNotes],
  );

  return (
    <section id="invoice" className="max-w-[38.75rem]">
      <div className="print:hidden">
        <a className="plain-link" href="#ticket">
          <Icon name="left" />
          <span>{text.toTheTicket}</span>
        </a>
        <h1 className="heading-2 mb-6" tabIndex={-1}>
          {documentsTitle(order)}
        </h1>
      </div>
      {status === 'process' && <Loading className="h-140" />}
      {status === 'noData' && <EmptyBox title={text.none} sentence={text.noneNote} />}
      {status === 'error' && (
        <LoadError sentence={text.failed} onRetry={() => openTicketDocuments(order)} />
      )}
      {documents.map((ticketDocument) => (
        <OrderDocument
          key={ticketDocument.invoice.invoiceNo}
          order={order}
          ticketDocument={ticketDocument}
        />
      ))}
    </section>
  );
}

function OrderDocument({
  order,
  ticketDocument,
}: {
  order: Order;
  ticketDocument: TicketDocument;
}) {
  const { status } = useStore(saveDocumentPdf.$state);
  return (
    <div className="mb-11 print:mb-0 print:break-after-page print:last:break-after-auto">
      <DocumentView invoiceDocument={ticketDocument.document} />
      <div className="mt-5 grid gap-2.5 md:flex md:flex-wrap print:hidden">
        <Button
          busy={status === 'process'}
          onClick={() => void saveDocumentPdf.run(order, ticketDocument)}
        >
          <Icon name="save" />
          <span>{text.downloadPdf}</span>
        </Button>
        <Button kind="secondary" onClick={() => print()}>
          <Icon name="print" />
          <span>{text.print}</span>
        </Button>
      </div>
    </div>
  );
}
