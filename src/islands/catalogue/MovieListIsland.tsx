import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import type { Page } from '#contract/page.ts';
import { createCatalogueList, type ListKind } from '#stores/catalogue.ts';
import { Filters, type FilterChoices } from './Filters.tsx';
import { ListBody } from './ListBody.tsx';

interface MovieListIslandProps extends FilterChoices {
  kind: ListKind;
  first: Page<Movie>;
}

/** A list of films with its filters. Its first page is in the HTML already; the rest is asked for. */
export function MovieListIsland({ kind, first, languages, genres }: MovieListIslandProps) {
  const [list] = useState(() => createCatalogueList(kind, first));
  const state = useStore(list.$state);
  return (
    <>
      <Filters list={list} wish={state.wish} languages={languages} genres={genres} />
      <ListBody state={state} onLoadMore={list.loadMore} onRetry={list.retry} onReset={list.reset} />
    </>
  );
}
