import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { MovieSummary } from '#contract/catalogue.ts';
import type { Page } from '#contract/page.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { layoutMessages } from '#messages/layout.ts';
import {
  createCatalogueList,
  NO_FILTER,
  type FilterChoices,
  type ListKind,
  type ListFilter,
  type MovieListState,
} from '#stores/catalogue/movie-list.ts';
import { href } from '#routes.ts';
import { Filters } from './Filters.tsx';
import { ListBody } from './ListBody.tsx';
import { filterNames, listTitle } from './list-title.ts';

interface MovieListIslandProps extends FilterChoices {
  kind: ListKind;
  pageTitle: string;
  /** First page, also in the HTML; null if only the browser knows the filters. */
  first: Page<MovieSummary> | null;
  applied?: ListFilter;
}

/** A list of films. Its filters are in the URL. */
export function MovieListIsland({
  kind,
  pageTitle,
  first,
  applied = NO_FILTER,
  languages,
  genres,
}: MovieListIslandProps) {
  const [list] = useState(() => createCatalogueList(kind, { first, applied, languages, genres }));
  const state = useStore(list.$state);
  const heading = useRef<HTMLHeadingElement>(null);
  const names = filterNames(state.applied, { genres });
  // Layout effect: filters from the URL must come before replayed clicks (islands/early-input.ts).
  useLayoutEffect(() => list.followUrl(), [list]);
  useEffect(() => {
    document.title = `${listTitle(pageTitle, names)} · ${commonMessages.brand}`;
  }, [pageTitle, names]);

  /** The pressed button disappears, so the focus moves to the title. */
  const focusHeadingThen = (action: () => unknown) => () => {
    heading.current?.focus();
    void action();
  };

  return (
    <>
      <ListHead
        heading={heading}
        kind={kind}
        names={names}
        state={state}
        languageCount={languages.length}
      />
      <Filters
        list={list}
        selected={state.selected}
        applied={state.applied}
        languages={languages}
        genres={genres}
      />
      <ListBody
        state={state}
        // The movies page shows stills above this list.
        eagerFirst={kind !== 'movies'}
        // Spec §2: cards of short films and web series show the first genre.
        filterGenreIds={kind === 'movies' ? state.applied.genreIds : []}
        otherLists={[
          ...list.widerLists(state.applied),
          { name: text.allMovies, href: href('movies') },
        ]}
        onLoadMore={list.loadMore}
        onRetry={state.requestedPage === 'first' ? focusHeadingThen(list.retry) : list.retry}
        onReset={focusHeadingThen(list.reset)}
      />
    </>
  );
}

const HEADS = {
  movies: { title: text.trending, name: layoutMessages.movies, route: 'movies' },
  SHORTS: { title: text.shortFilms, name: layoutMessages.shortFilms, route: 'shortFilms' },
  SERIES: { title: text.webSeries, name: text.webSeriesLink, route: 'webSeries' },
} as const;

interface ListHeadProps {
  heading: Ref<HTMLHeadingElement>;
  kind: ListKind;
  names: string;
  state: MovieListState;
  languageCount: number;
}

function ListHead({
  heading,
  kind,
  names,
  state: { total, status, isMyLanguagesFirst, applied },
  languageCount,
}: ListHeadProps) {
  const countText = names
    ? text.found(total)
    : kind === 'movies' && text.filmsInLanguages(total, languageCount);
  const otherLists = Object.entries(HEADS).filter(([each]) => each !== kind);
  return (
    <header className="list-head">
      <h1 ref={heading} className="heading-2" tabIndex={-1}>
        <span>{HEADS[kind].title}</span>
        {names && <span className="filter-names">{` ${names}`}</span>}
      </h1>
      <p className="min-h-[1.5em] text-soft tabular">
        {status === 'success' && (
          <>
            {countText && <span>{`${countText} · `}</span>}
            {isMyLanguagesFirst ? (
              <a className="underline decoration-1 underline-offset-4" href={href('language')}>
                {text.inYourLanguages}
              </a>
            ) : (
              <span>{sortText(applied)}</span>
            )}
          </>
        )}
      </p>
      <nav className="flex gap-5" aria-label={text.otherLists}>
        {otherLists.map(([each, { name, route }]) => (
          <a key={each} className="action-link" href={href(route)}>
            {name}
          </a>
        ))}
      </nav>
    </header>
  );
}

/**
 * Names the sort order; the server sorts in the same way (server/streaming/catalogue/actions.ts).
 */
function sortText({ sortBy: { rating, dates } }: ListFilter): string {
  if (rating) return dates ? text.bestRatedThenNewest : text.bestRatedFirst;
  return dates ? text.newestFirst : text.watchableFirst;
}
