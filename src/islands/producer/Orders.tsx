import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { $producerMovie } from '#stores/producer/producer.ts';
import { movieOrders, openMovieOrders, refreshMovieOrders } from '#stores/producer/orders.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '../catalogue/icons.tsx';
import { EmptyBox, ListFooter } from '../loading/LoadStates.tsx';
import { ExportOrders } from './ExportOrders.tsx';
import { LinkSources } from './LinkSources.tsx';
import { OrdersTable } from './OrdersTable.tsx';
import { ProducerPage } from './ProducerPage.tsx';
import { SalesFigures } from './SalesFigures.tsx';
import { useUrlIds } from './use-url-ids.ts';

/** Spec §2, with sales figures. */
export function Orders() {
  const { movieId, channelId } = useUrlIds('producerOrders');
  const { status, movie } = useStore($producerMovie);
  useEffect(() => void openMovieOrders(), []);
  const isMissing = status === 'noData';
  return (
    <ProducerPage
      back={
        channelId ? href('producerMovies', { channel_id: channelId }) : href('producerChannels')
      }
      title={movie ? text.ordersAfterName : text.orders}
      film={movie}
      aside={
        !isMissing && (
          <a
            className="action-link"
            href={href('producerStatements', { movie_id: movieId, channel_id: channelId })}
          >
            {text.statements}
          </a>
        )
      }
      actions={!isMissing && <Actions movieId={movieId} />}
    >
      {isMissing ? (
        <EmptyBox title={text.movieMissing} sentence={text.missingNote}>
          <a className="button secondary" href={href('producerChannels')}>
            {text.channels}
          </a>
        </EmptyBox>
      ) : (
        <OrderList movieId={movieId} />
      )}
    </ProducerPage>
  );
}

function Actions({ movieId }: { movieId: number }) {
  const { movie } = useStore($producerMovie);
  const { status } = useStore(movieOrders.$state);
  return (
    <>
      <ExportOrders movieId={movieId} movie={movie} />
      <Button
        kind="secondary"
        busy={status === 'process'}
        onClick={() => void refreshMovieOrders(movieId, movie !== null)}
      >
        <Icon name="refresh" />
        <span>{text.refresh}</span>
      </Button>
    </>
  );
}

function OrderList({ movieId }: { movieId: number }) {
  const state = useStore(movieOrders.$state);
  return (
    <>
      <SalesFigures />
      <LinkSources movieId={movieId} />
      <OrdersTable state={state} />
      <ListFooter
        state={state}
        list={movieOrders}
        empty={<EmptyBox title={text.noOrders} sentence={text.noOrdersNote} />}
        error={{ sentence: text.listFailed }}
      />
    </>
  );
}
