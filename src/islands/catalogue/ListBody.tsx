import { Fragment, useEffect, useRef } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import { displayMonth } from '#domain/dates.ts';
import { PAGE_SIZES } from '#domain/limits.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { MovieListState } from '#stores/movie-list.ts';
import { useDateZone } from './LocalDate.tsx';
import { MovieCard, SkeletonCard } from './MovieCard.tsx';

interface ListBodyProps {
  state: MovieListState;
  upcoming?: boolean;
  /** Loads the first poster with high priority. */
  eagerFirst?: boolean;
  onLoadMore: () => void;
  onRetry: () => void;
  onReset?: () => void;
}

/** A list of posters, or its skeleton, empty state or error. */
export function ListBody({ state, upcoming = false, eagerFirst = false, onLoadMore, onRetry, onReset }: ListBodyProps) {
  const { movies, status, total, requestedPage, unknown } = state;
  const grid = useFocusFirstNew(state);
  const zone = useDateZone();
  if (status === 'noData') return <EmptyList upcoming={upcoming} unknown={unknown} onReset={onReset} />;
  if (status === 'error' && requestedPage === 'first') return <LoadError onRetry={onRetry} />;

  const announcement = status === 'process' ? text.loading : text.shownOf(movies.length, total);
  return (
    <>
      <div ref={grid} aria-busy={status === 'process'} data-requested-page={requestedPage ?? undefined}>
        {movies.length === 0 && <SkeletonGrid />}
        {groupByMonth(movies, upcoming, zone).map(([month, monthMovies]) => (
          <Fragment key={month}>
            {upcoming && <h2 className="d3 mt-8 mb-4">{month}</h2>}
            <div className="grid-posters">
              {monthMovies.map((movie) => (
                <MovieCard
                  key={movie.movieId}
                  movie={movie}
                  upcoming={upcoming}
                  eager={eagerFirst && movie === movies[0]}
                />
              ))}
            </div>
          </Fragment>
        ))}
      </div>
      {status === 'error' && <LoadError onRetry={onRetry} />}
      {status !== 'error' && movies.length < total && (
        <LoadMore isBusy={status === 'process'} countText={text.shownOf(movies.length, total)} onClick={onLoadMore} />
      )}
      <p className="sr" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Groups the upcoming list by month (spec §7, "releaseMonth grouping"); other lists are one group. */
const groupByMonth = (movies: Movie[], byMonth: boolean, zone: string | undefined): [string, Movie[]][] =>
  byMonth ? [...Map.groupBy(movies, (movie) => displayMonth(movie.releaseDate, zone))] : [['', movies]];

/** Focuses the first new card after Load More, but not after a change of filters. */
function useFocusFirstNew({ movies, requestedPage }: MovieListState) {
  const grid = useRef<HTMLDivElement>(null);
  const previous = useRef({ length: movies.length, requestedPage });
  useEffect(() => {
    const firstNew = previous.current.requestedPage === 'more' && movies[previous.current.length];
    if (firstNew) grid.current?.querySelector<HTMLElement>(`[data-movie-id="${firstNew.movieId}"]`)?.focus();
    previous.current = { length: movies.length, requestedPage };
  }, [movies, requestedPage]);
  return grid;
}

const SkeletonGrid = () => (
  <div className="grid-posters waiting" aria-hidden="true">
    {Array.from({ length: PAGE_SIZES.movies }, (_, index) => (
      <SkeletonCard key={index} />
    ))}
  </div>
);

const LoadMore = ({ isBusy, countText, onClick }: { isBusy: boolean; countText: string; onClick: () => void }) => (
  <div className="loadmore">
    <button className="btn line" type="button" aria-disabled={isBusy} onClick={() => !isBusy && onClick()}>
      {text.loadMore}
    </button>
    <span className="sm soft num">{countText}</span>
  </div>
);

interface EmptyListProps {
  upcoming: boolean;
  unknown: string[];
  onReset: (() => void) | undefined;
}

const EmptyList = ({ upcoming, unknown, onReset }: EmptyListProps) => (
  <div className="empty" role="status">
    <p className="d3">{upcoming ? text.upcomingNotFound : text.movieNotFound}</p>
    <p className="soft">{emptyReason(upcoming, unknown)}</p>
    {onReset && (
      <button className="btn line" type="button" onClick={onReset}>
        {text.reset}
      </button>
    )}
  </div>
);

function emptyReason(upcoming: boolean, unknown: string[]): string {
  if (upcoming) return text.nothingYet;
  return unknown.length > 0 ? text.notListed(unknown.join(', ')) : text.removeFilter;
}

const LoadError = ({ onRetry }: { onRetry: () => void }) => (
  <div className="failed mt-6" role="alert">
    <p className="d3">{text.moviesLoadFailed}</p>
    <p className="soft">{text.listFailedHint}</p>
    <button className="btn line" type="button" onClick={onRetry}>
      {text.refresh}
    </button>
  </div>
);
