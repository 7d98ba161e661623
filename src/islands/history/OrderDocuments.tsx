import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Order } from '#contract/booking.ts';
import { commonMessages } from '#messages/common.ts';
import { invoiceMessages as text } from '#messages/invoices.ts';
import { $papers, openPapers, savePdf, type TicketPaper } from '#stores/papers.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Icon as FilmIcon } from '../catalogue/icons.tsx';
import { Icon } from './icons.tsx';
import { PaperSheet } from './PaperSheet.tsx';
import { paperName } from './TicketActions.tsx';

/** The papers of an order: its invoice or confirmation, and the credit note of one that was given back. */
export function Papers({ order }: { order: Order }) {
  const { status, papers } = useStore($papers);
  const { movieOrderId, paymentStatus } = order;
  useEffect(() => void openPapers({ movieOrderId, paymentStatus }), [movieOrderId, paymentStatus]);

  return (
    <section id="invoice" className="max-w-155">
      <div className="print:hidden">
        <a className="crumb" href="#ticket">
          <FilmIcon name="left" />
          {text.toTheTicket}
        </a>
        <h1 className="d2 mb-6" tabIndex={-1}>
          {paperName(order)}
        </h1>
      </div>
      {status === 'process' && <Skeleton className="h-140" label={commonMessages.loading} />}
      {status === 'noData' && <EmptyBox title={text.none} sentence={text.noneNote} />}
      {status === 'error' && (
        <ErrorBox title={commonMessages.tryAgain} sentence={text.failed}>
          <Button kind="line" onClick={() => void openPapers(order)}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      {papers.map((each) => (
        <OnePaper key={each.kind} order={order} paper={each} />
      ))}
    </section>
  );
}

const OnePaper = ({ order, paper }: { order: Order; paper: TicketPaper }) => (
  <div className="mb-11 print:mb-0 print:break-after-page print:last:break-after-auto">
    <PaperSheet paper={paper.paper} />
    <div className="acts mt-5 print:hidden">
      <DownloadPdf order={order} paper={paper} />
      <Button kind="line" onClick={() => print()}>
        <Icon name="print" />
        {text.print}
      </Button>
    </div>
  </div>
);

function DownloadPdf({ order, paper }: { order: Order; paper: TicketPaper }) {
  const { status } = useStore(savePdf.$state);
  return (
    <Button busy={status === 'process'} onClick={() => void savePdf.run(order, paper)}>
      <Icon name="save" />
      {text.downloadPdf}
    </Button>
  );
}
