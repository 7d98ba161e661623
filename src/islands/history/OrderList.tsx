import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { catalogueMessages } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { openOrders, orders } from '#stores/orders.ts';
import { EmptyBox, ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { OrderRow } from './OrderRow.tsx';

export function OrderList() {
  const { status, items, newFrom } = useStore(orders.$state);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => void openOrders(), []);
  // After Load More the focus moves to the first new order.
  useEffect(() => {
    if (newFrom > 0) list.current?.querySelectorAll('a')[newFrom]?.focus();
  }, [newFrom]);

  return (
    <section className="min-w-0" aria-busy={status === 'process'}>
      <ol ref={list}>
        {items.map((order) => (
          <li key={order.movieOrderId}>
            <OrderRow order={order} />
          </li>
        ))}
      </ol>
      {status === 'process' && items.length === 0 && <Skeletons />}
      {status === 'noData' && (
        <EmptyBox title={text.emptyTitle} sentence={text.empty}>
          <a className="btn line" href={href('movies')}>
            {text.toTheFilms}
          </a>
        </EmptyBox>
      )}
      {status === 'error' && (
        <ErrorBox title={commonMessages.tryAgain} sentence={text.listFailed}>
          <Button kind="line" onClick={orders.retry}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      <LoadMore />
    </section>
  );
}

function LoadMore() {
  const { status, items, total, hasMore } = useStore(orders.$state);
  if (!hasMore || status === 'error' || items.length === 0) return null;
  return (
    <div className="loadmore">
      <Button kind="line" busy={status === 'process'} onClick={orders.loadMore}>
        {commonMessages.loadMore}
      </Button>
      <span className="sm soft num">{catalogueMessages.shownOf(items.length, total)}</span>
    </div>
  );
}

const Skeletons = () => (
  <>
    <Skeleton className="h-29 border-t border-line py-4" label={commonMessages.loading} />
    <Skeleton className="h-29 border-t border-line py-4" />
    <Skeleton className="h-29 border-t border-line py-4" />
  </>
);
