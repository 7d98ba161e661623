import { useState } from 'react';
import { idFromUrl } from '#stores/producer/producer-only.ts';

/** 0 if the URL has no valid id. */
export function useUrlIds(route: 'producerOrders' | 'producerStatements') {
  const [ids] = useState(() => ({
    movieId: idFromUrl(route, 'movie_id') ?? 0,
    channelId: idFromUrl(route, 'channel_id') ?? 0,
  }));
  return ids;
}
