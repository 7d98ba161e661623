import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { MovieSummary } from '#contract/catalogue.ts';
import type { Page } from '#contract/page.ts';
import { createUpcomingList } from '#stores/catalogue/movie-list.ts';
import { ListBody } from './ListBody.tsx';

export function UpcomingIsland({ first }: { first: Page<MovieSummary> }) {
  const [list] = useState(() => createUpcomingList(first));
  const state = useStore(list.$state);
  return (
    <ListBody upcoming eagerFirst state={state} onLoadMore={list.loadMore} onRetry={list.retry} />
  );
}
