import { Fragment, useEffect, useRef } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import { displayMonth } from '#domain/dates.ts';
import { PAGE_SIZES } from '#domain/limits.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import type { MovieListState } from '#stores/movie-list.ts';
import { useDateZone } from './LocalDate.tsx';
import { MovieCard, WaitingCard } from './MovieCard.tsx';

interface ListBodyProps {
  state: MovieListState;
  upcoming?: boolean;
  /** Its first poster is the page's first large picture. */
  leads?: boolean;
  onLoadMore: () => void;
  onRetry: () => void;
  onReset?: () => void;
}

/** The posters of a list with what may stand in their place: their room while they are awaited, nothing found, an error. */
export function ListBody({ state, upcoming = false, leads = false, onLoadMore, onRetry, onReset }: ListBodyProps) {
  const { movies, status, total, awaits, unknown } = state;
  const grid = useNewestFocused(state);
  const zone = useDateZone();
  if (status === 'noData') return <Nothing upcoming={upcoming} unknown={unknown} onReset={onReset} />;
  if (status === 'error' && awaits === 'first') return <Failed onRetry={onRetry} />;

  const said = status === 'process' ? text.loading : text.shownOf(movies.length, total);
  return (
    <>
      <div ref={grid} aria-busy={status === 'process'} data-awaits={awaits ?? undefined}>
        {movies.length === 0 && <Waiting />}
        {groups(movies, upcoming, zone).map(([month, members]) => (
          <Fragment key={month}>
            {upcoming && <h2 className="d3 mt-8 mb-4">{month}</h2>}
            <div className="grid-posters">
              {members.map((movie) => (
                <MovieCard key={movie.movieId} movie={movie} upcoming={upcoming} first={leads && movie === movies[0]} />
              ))}
            </div>
          </Fragment>
        ))}
      </div>
      {status === 'error' && <Failed onRetry={onRetry} />}
      {status !== 'error' && movies.length < total && (
        <More isBusy={status === 'process'} said={text.shownOf(movies.length, total)} onClick={onLoadMore} />
      )}
      <p className="sr" role="status">
        {said}
      </p>
    </>
  );
}

/** The upcoming list is grouped by month (spec §7, "releaseMonth grouping"); others are one group. */
const groups = (movies: Movie[], byMonth: boolean, zone: string | undefined): [string, Movie[]][] =>
  byMonth ? [...Map.groupBy(movies, (movie) => displayMonth(movie.releaseDate, zone))] : [['', movies]];

/** After Load More the focus goes to the first new card; another list under new filters leaves it where it is. */
function useNewestFocused({ movies, awaits }: MovieListState) {
  const grid = useRef<HTMLDivElement>(null);
  const before = useRef({ length: movies.length, awaits });
  useEffect(() => {
    const newest = before.current.awaits === 'more' && movies[before.current.length];
    if (newest) grid.current?.querySelector<HTMLElement>(`[data-movie-id="${newest.movieId}"]`)?.focus();
    before.current = { length: movies.length, awaits };
  }, [movies, awaits]);
  return grid;
}

const Waiting = () => (
  <div className="grid-posters waiting" aria-hidden="true">
    {Array.from({ length: PAGE_SIZES.movies }, (_, index) => (
      <WaitingCard key={index} />
    ))}
  </div>
);

const More = ({ isBusy, said, onClick }: { isBusy: boolean; said: string; onClick: () => void }) => (
  <div className="loadmore">
    <button className="btn line" type="button" aria-disabled={isBusy} onClick={() => !isBusy && onClick()}>
      {text.loadMore}
    </button>
    <span className="sm soft num">{said}</span>
  </div>
);

interface NothingProps {
  upcoming: boolean;
  unknown: string[];
  onReset: (() => void) | undefined;
}

const Nothing = ({ upcoming, unknown, onReset }: NothingProps) => (
  <div className="empty" role="status">
    <p className="d3">{upcoming ? text.upcomingNotFound : text.movieNotFound}</p>
    <p className="soft">{whyNothing(upcoming, unknown)}</p>
    {onReset && (
      <button className="btn line" type="button" onClick={onReset}>
        {text.reset}
      </button>
    )}
  </div>
);

function whyNothing(upcoming: boolean, unknown: string[]): string {
  if (upcoming) return text.nothingYet;
  return unknown.length > 0 ? text.notListed(unknown.join(', ')) : text.takeFilterAway;
}

const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <div className="failed mt-6" role="alert">
    <p className="d3">{text.moviesLoadFailed}</p>
    <p className="soft">{text.listFailedHint}</p>
    <button className="btn line" type="button" onClick={onRetry}>
      {text.refresh}
    </button>
  </div>
);
