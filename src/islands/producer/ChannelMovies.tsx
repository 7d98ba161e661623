import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ChannelMovie } from '#contract/producer.ts';
import { distinctEnglishName } from '#domain/film.ts';
import { producerMessages as text } from '#messages/producer.ts';
import { href } from '#routes.ts';
import { $channel, channelMovies, openChannelMovies } from '#stores/producer/producer.ts';
import { languageAttributes } from '../catalogue/film-link.ts';
import { EmptyBox, ListFooter } from '../loading/LoadStates.tsx';
import { Card, CardGrid } from './CardGrid.tsx';
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
          <p className="text-soft -mt-3 mb-6 min-h-6" dir="auto">
            {channel?.channelName}
          </p>
          <CardGrid
            state={state}
            keyOf={({ movieId }) => movieId}
            card={(movie) => movieCard(movie, channel?.channelId)}
          />
          <ListFooter
            state={state}
            list={channelMovies}
            empty={<EmptyBox title={text.noMovies} sentence={text.noMoviesNote} />}
            error={{ sentence: text.listFailed }}
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
    <span className="name" {...languageAttributes(movie)}>
      {movie.movieName}
    </span>
    {distinctEnglishName(movie) && <span className="details">{distinctEnglishName(movie)}</span>}
  </Card>
);
