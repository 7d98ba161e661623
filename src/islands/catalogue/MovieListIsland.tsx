import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import type { Page } from '#contract/page.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { layoutMessages } from '#messages/layout.ts';
import {
  createCatalogueList,
  NO_WISH,
  type FilterChoices,
  type ListKind,
  type ListWish,
  type MovieListState,
} from '#stores/movie-list.ts';
import { href } from '#routes.ts';
import { Filters } from './Filters.tsx';
import { ListBody } from './ListBody.tsx';
import { filterNames, listTitle } from './list-title.ts';

interface MovieListIslandProps extends FilterChoices {
  kind: ListKind;
  /** The page's title without a filter. */
  pageTitle: string;
  /** The first page, which is in the HTML already; null where only the browser knows the address. */
  first: Page<Movie> | null;
  applied?: ListWish;
}

/** A list of films under its title, with filters that stand in the address. */
export function MovieListIsland({
  kind,
  pageTitle,
  first,
  applied = NO_WISH,
  languages,
  genres,
}: MovieListIslandProps) {
  const [list] = useState(() => createCatalogueList(kind, { first, applied, languages, genres }));
  const state = useStore(list.$state);
  const heading = useRef<HTMLHeadingElement>(null);
  const names = filterNames(state.applied, { genres });
  // In the layout's turn: what the address says comes before a press that was kept (islands/early-presses.ts).
  useLayoutEffect(() => list.followAddress(), [list]);
  useEffect(() => {
    document.title = `${listTitle(pageTitle, names)} · ${commonMessages.brand}`;
  }, [pageTitle, names]);

  /** The button that asked will be gone: the focus goes on from the title. */
  const fromHeading = (act: () => unknown) => () => {
    heading.current?.focus();
    void act();
  };

  return (
    <>
      <ListHead heading={heading} kind={kind} names={names} state={state} languages={languages.length} />
      <Filters list={list} wish={state.wish} languages={languages} genres={genres} />
      <ListBody
        state={state}
        // On the movies' pages the stills stand above the list.
        leads={kind !== 'movies'}
        onLoadMore={list.loadMore}
        onRetry={state.awaits === 'first' ? fromHeading(list.retry) : list.retry}
        onReset={fromHeading(list.reset)}
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
  languages: number;
}

function ListHead({ heading, kind, names, state: { total, status, inMyLanguages }, languages }: ListHeadProps) {
  const howMany = names ? text.found(total) : kind === 'movies' && text.filmsInLanguages(total, languages);
  const others = Object.entries(HEADS).filter(([each]) => each !== kind);
  return (
    <header className="list-head">
      <h1 ref={heading} className="d2" tabIndex={-1}>
        {HEADS[kind].title}
        {names && <span className="of"> {names}</span>}
      </h1>
      <nav aria-label={text.otherLists}>
        {others.map(([each, { name, route }]) => (
          <a key={each} className="more" href={href(route)}>
            {name}
          </a>
        ))}
      </nav>
      {inMyLanguages && (
        <a className="more" href={href('language')}>
          {text.inYourLanguages}
        </a>
      )}
      {status === 'success' && howMany && <p className="soft num">{howMany}</p>}
    </header>
  );
}
