import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ChannelMovie } from '#contract/producer.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { $channel, channelMovies, openChannelMovies } from '#stores/producer.ts';
import { EmptyBox } from '#ui/Boxes.tsx';
import { languageAttributes } from '../catalogue/film-link.ts';
import { Card, CardGrid } from './CardGrid.tsx';
import { ListFooter } from './ListFooter.tsx';
import { ProducerPage } from './ProducerPage.tsx';

/** My Movies (spec §2). */
export function ChannelMovies() {
  const state = useStore(channelMovies.$state);
  const { status, channel } = useStore($channel);
  useEffect(() => void openChannelMovies(), []);
  return (
    <ProducerPage back={href('producerChannels')} title={text.movies}>
      {status === 'noData' ? (
        <EmptyBox title={text.channelMissing} sentence={text.missingNote} />
      ) : (
        <>
          <p className="soft -mt-3 mb-6 min-h-6" dir="auto">
            {channel?.channelName}
          </p>
          <CardGrid
            state={state}
            keyOf={({ movieId }) => movieId}
            card={(movie) => movieCard(movie, channel?.channelId)}
          />
          <ListFooter
            state={state}
            empty={{ title: text.noMovies, sentence: text.noMoviesNote }}
            onMore={channelMovies.loadMore}
            onRetry={channelMovies.retry}
          />
        </>
      )}
    </ProducerPage>
  );
}

const movieCard = (movie: ChannelMovie, channelId = 0) => (
  <Card
    href={href('producerOrders', { movie_id: movie.movieId, channel_id: channelId })}
    image={movie.image}
    kind="poster"
    posterGel={movie.posterGel}
  >
    <span className="nm" {...languageAttributes(movie)}>
      {movie.movieName}
    </span>
    {movie.movieNameEn && movie.movieNameEn !== movie.movieName && <span className="ln">{movie.movieNameEn}</span>}
  </Card>
);
