import { useState } from 'react';
import { idInAddress } from '#stores/lib/producer-only.ts';

/** The film and the channel that the address names; 0 for what is none. */
export function useFilmAddress(route: 'producerOrders' | 'producerStatements') {
  const [ids] = useState(() => ({
    movieId: idInAddress(route, 'movie_id') ?? 0,
    channelId: idInAddress(route, 'channel_id') ?? 0,
  }));
  return ids;
}
