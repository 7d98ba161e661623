import { Fragment, useEffect, useRef } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import { displayMonth, HOUSE_ZONE } from '#domain/dates.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { MovieListState } from '#stores/catalogue.ts';
import { MovieCard } from './MovieCard.tsx';

interface ListBodyProps {
  state: MovieListState;
  upcoming?: boolean;
  onLoadMore: () => void;
  onRetry: () => void;
  onReset?: () => void;
}

/** The posters of a list with what may stand in their place: nothing found, an error. */
export function ListBody({ state, upcoming = false, onLoadMore, onRetry, onReset }: ListBodyProps) {
  const { movies, status, total } = state;
  const grid = useNewestFocused(movies.length);
  if (status === 'noData') return <Nothing upcoming={upcoming} onReset={onReset} />;

  return (
    <>
      <div ref={grid} aria-busy={status === 'process'}>
        {groups(movies, upcoming).map(([month, members]) => (
          <Fragment key={month}>
            {upcoming && <h2 className="d3 mt-8 mb-4">{month}</h2>}
            <div className="grid-posters">
              {members.map((movie) => (
                <MovieCard key={movie.movieId} movie={movie} upcoming={upcoming} />
              ))}
            </div>
          </Fragment>
        ))}
      </div>
      {status === 'error' && <Failed onRetry={onRetry} />}
      {status !== 'error' && movies.length < total && (
        <div className="loadmore">
          <button className="btn line" type="button" aria-disabled={status === 'process'} onClick={() => status !== 'process' && onLoadMore()}>
            {text.loadMore}
          </button>
          <span className="sm soft num">{text.shownOf(movies.length, total)}</span>
        </div>
      )}
      <p className="sr" role="status">
        {status === 'process' ? text.loading : text.shownOf(movies.length, total)}
      </p>
    </>
  );
}

/** The upcoming list is grouped by month (spec §7, "releaseMonth grouping"); others are one group. */
const groups = (movies: Movie[], byMonth: boolean): [string, Movie[]][] =>
  byMonth ? [...Map.groupBy(movies, (movie) => movie.releaseMonth ?? displayMonth(movie.releaseDate, HOUSE_ZONE))] : [['', movies]];

/** After Load More the focus goes to the first new card. */
function useNewestFocused(length: number) {
  const grid = useRef<HTMLDivElement>(null);
  const before = useRef(length);
  useEffect(() => {
    if (length > before.current && before.current > 0) grid.current?.querySelectorAll('a')[before.current]?.focus();
    before.current = length;
  }, [length]);
  return grid;
}

const Nothing = ({ upcoming, onReset }: { upcoming: boolean; onReset: (() => void) | undefined }) => (
  <div className="empty" role="status">
    <p className="d3">{upcoming ? text.upcomingNotFound : text.movieNotFound}</p>
    <p className="soft">{upcoming ? text.nothingYet : text.takeFilterAway}</p>
    {onReset && (
      <button className="btn line" type="button" onClick={onReset}>
        {text.reset}
      </button>
    )}
  </div>
);

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <div className="failed mt-6" role="alert">
    <p className="d3">{text.moviesLoadFailed}</p>
    <p className="soft">{text.listFailedHint}</p>
    <button className="btn line" type="button" onClick={onRetry}>
      {text.refresh}
    </button>
  </div>
);
