import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { historyMessages as text } from '#messages/history.ts';
import { href } from '#routes.ts';
import { resumeDownloads } from '#stores/downloads/downloads.ts';
import { openOrders, orders } from '#stores/history/orders.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyBox, ListFooter, Loading, useFocusFirstNew } from '../loading/LoadStates.tsx';
import { StoredNote } from '../loading/StoredNote.tsx';
import { OrderRow } from './OrderRow.tsx';

export function OrderList() {
  const state = useStore(orders.$state);
  const { status, items, newFrom } = state;
  const list = useFocusFirstNew<HTMLOListElement>(newFrom, 'li > a');
  useEffect(() => void openOrders(), []);
  useEffect(() => void resumeDownloads(), []);

  return (
    <section className="min-w-0" aria-busy={status === 'process'}>
      <StoredNote />
      <ol ref={list}>
        {items.map((order) => (
          <li key={order.movieOrderId} className="border-line last:border-b">
            <OrderRow order={order} />
          </li>
        ))}
      </ol>
      {status === 'process' && items.length === 0 && <Skeletons />}
      <ListFooter
        state={state}
        list={orders}
        empty={<NoOrders />}
        error={{ sentence: text.listFailed }}
      />
    </section>
  );
}

const NoOrders = () => (
  <EmptyBox title={text.emptyTitle} sentence={text.empty}>
    <a className="button secondary" href={href('movies')}>
      {text.toTheFilms}
    </a>
  </EmptyBox>
);

const Skeletons = () => (
  <>
    <Loading className="h-29 border-t border-line py-4" />
    <Skeleton className="h-29 border-t border-line py-4" />
    <Skeleton className="h-29 border-t border-line py-4" />
  </>
);
