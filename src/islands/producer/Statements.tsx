import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { $producerMovie, openProducerMovie } from '#stores/producer/producer.ts';
import { openStatements } from '#stores/producer/statements.ts';
import { EmptyBox } from '../loading/LoadStates.tsx';
import { MonthStatement } from './MonthStatement.tsx';
import { SalesOverTime } from './SalesOverTime.tsx';
import { ProducerPage } from './ProducerPage.tsx';
import { useUrlIds } from './use-url-ids.ts';

export function Statements() {
  const { movieId, channelId } = useUrlIds('producerStatements');
  const { status, movie } = useStore($producerMovie);
  useEffect(() => {
    void openProducerMovie('producerStatements');
    void openStatements();
  }, []);
  return (
    <ProducerPage
      back={href('producerOrders', { movie_id: movieId, channel_id: channelId })}
      title={movie ? text.statementsAfterName : text.statements}
      film={movie}
    >
      {status === 'noData' ? (
        <EmptyBox title={text.movieMissing} sentence={text.missingNote} />
      ) : (
        <>
          <MonthStatement />
          <SalesOverTime movieId={movieId} />
        </>
      )}
    </ProducerPage>
  );
}
