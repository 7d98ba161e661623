import { Fragment, useEffect, useRef } from 'react';
import type { MovieSummary } from '#contract/catalogue.ts';
import { displayMonth } from '#domain/format/dates.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { href } from '#routes.ts';
import type { ListLink, MovieListState } from '#stores/catalogue/movie-list.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyBox, LoadError, LoadMore } from '../loading/LoadStates.tsx';
import { useDateZone } from './LocalDate.tsx';
import { MovieCard, SkeletonCard } from './MovieCard.tsx';

interface ListBodyProps {
  state: MovieListState;
  upcoming?: boolean;
  /** Loads the first poster with high priority. */
  eagerFirst?: boolean;
  filterGenreIds?: number[];
  /** Links of the empty state. */
  otherLists?: ListLink[];
  onLoadMore: () => void;
  onRetry: () => void;
  onReset?: () => void;
}

export function ListBody({
  state,
  upcoming = false,
  eagerFirst = false,
  filterGenreIds = [],
  otherLists = [{ name: text.allMovies, href: href('movies') }],
  onLoadMore,
  onRetry,
  onReset,
}: ListBodyProps) {
  const { movies, status, total, requestedPage, unknown } = state;
  const grid = useFocusFirstNewCard(state);
  const zone = useDateZone();
  if (status === 'noData') return <EmptyList {...{ upcoming, unknown, otherLists, onReset }} />;
  if (status === 'error' && requestedPage === 'first') return <MoviesLoadError onRetry={onRetry} />;

  const announcement =
    status === 'process' ? commonMessages.loading : commonMessages.shownOf(movies.length, total);
  return (
    <>
      <div
        ref={grid}
        aria-busy={status === 'process'}
        data-requested-page={requestedPage ?? undefined}
      >
        {movies.length === 0 && <SkeletonGrid />}
        {groupByMonth(movies, upcoming, zone).map(([month, monthMovies]) => (
          <Fragment key={month}>
            {upcoming && <h2 className="month heading-3 mt-8 mb-4">{month}</h2>}
            <div className="poster-grid">
              {monthMovies.map((movie) => (
                <MovieCard
                  key={movie.movieId}
                  movie={movie}
                  filterGenreIds={filterGenreIds}
                  upcoming={upcoming}
                  eager={eagerFirst && movie === movies[0]}
                />
              ))}
            </div>
          </Fragment>
        ))}
      </div>
      {status === 'error' && <MoviesLoadError onRetry={onRetry} />}
      {status !== 'error' && movies.length < total && (
        <LoadMore
          shownCount={movies.length}
          total={total}
          isBusy={status === 'process'}
          onClick={onLoadMore}
        />
      )}
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </>
  );
}

/**
 * Groups the upcoming list by month (spec §7, "releaseMonth grouping"); other lists are one group.
 */
const groupByMonth = (
  movies: MovieSummary[],
  byMonth: boolean,
  zone: string | undefined,
): [string, MovieSummary[]][] =>
  byMonth
    ? [...Map.groupBy(movies, (movie) => displayMonth(movie.releaseDate, zone))]
    : [['', movies]];

/** Focuses the first new card after Load More, but not after a change of filters. */
function useFocusFirstNewCard({ movies, requestedPage }: MovieListState) {
  const grid = useRef<HTMLDivElement>(null);
  const previous = useRef({ length: movies.length, requestedPage });
  useEffect(() => {
    const firstNew = previous.current.requestedPage === 'more' && movies[previous.current.length];
    if (firstNew)
      grid.current?.querySelector<HTMLElement>(`[data-movie-id="${firstNew.movieId}"]`)?.focus();
    previous.current = { length: movies.length, requestedPage };
  }, [movies, requestedPage]);
  return grid;
}

const SkeletonGrid = () => (
  <div className="poster-grid waiting" aria-hidden="true">
    {Array.from({ length: PAGE_SIZES.movies }, (_, index) => (
      <SkeletonCard key={index} />
    ))}
  </div>
);

interface EmptyListProps {
  upcoming: boolean;
  unknown: string[];
  otherLists: ListLink[];
  onReset: (() => void) | undefined;
}

const EmptyList = ({ upcoming, unknown, otherLists, onReset }: EmptyListProps) => (
  <EmptyBox
    title={upcoming ? text.upcomingNotFound : text.movieNotFound}
    sentence={emptyReason(upcoming, unknown)}
  >
    {unknown.length > 0 ? (
      <a className="button secondary" href={href('movies')}>
        {text.allMovies}
      </a>
    ) : (
      <>
        <ul className="tags">
          {otherLists.map((list) => (
            <li key={list.href}>
              <a className="tag" href={list.href}>
                {list.name}
              </a>
            </li>
          ))}
        </ul>
        {onReset && (
          <Button kind="secondary" onClick={onReset}>
            {text.reset}
          </Button>
        )}
      </>
    )}
  </EmptyBox>
);

function emptyReason(upcoming: boolean, unknown: string[]): string {
  if (upcoming) return text.nothingYet;
  return unknown.length > 0 ? text.notListed(unknown.join(', ')) : text.removeFilter;
}

const MoviesLoadError = ({ onRetry }: { onRetry: () => void }) => (
  <div className="mt-6">
    <LoadError
      title={text.moviesLoadFailed}
      sentence={text.listFailedHint}
      retry={text.refresh}
      onRetry={onRetry}
    />
  </div>
);
