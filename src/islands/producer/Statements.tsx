import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { $producerMovie, openProducerMovie } from '#stores/producer.ts';
import { openStatements } from '#stores/producer-statements.ts';
import { EmptyBox } from '#ui/Boxes.tsx';
import { MonthStatement } from './MonthStatement.tsx';
import { OverTime } from './OverTime.tsx';
import { ProducerFrame } from './ProducerFrame.tsx';
import { useFilmAddress } from './use-film-address.ts';

/** What a film earned, month by month, and how it sells and is watched. */
export function Statements() {
  const { movieId, channelId } = useFilmAddress('producerStatements');
  const { status, movie } = useStore($producerMovie);
  useEffect(() => {
    void openProducerMovie('producerStatements');
    void openStatements();
  }, []);
  return (
    <ProducerFrame
      back={href('producerOrders', { movie_id: movieId, channel_id: channelId })}
      title={movie ? text.statementsOf : text.statements}
      film={movie}
    >
      {status === 'noData' ? (
        <EmptyBox title={text.movieMissing} sentence={text.missingNote} />
      ) : (
        <>
          <MonthStatement />
          <OverTime movieId={movieId} />
        </>
      )}
    </ProducerFrame>
  );
}
