import { map } from 'nanostores';
import { fetchChannelMovies, fetchChannels, fetchMovieInfo } from '#api/producer.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Channel, movieInfo } from '#contract/producer.ts';
import { createPagedList } from '../lib/list.ts';
import { openHomeIfNotProducer, idFromUrl } from './producer-only.ts';
import { isNotFound } from '../lib/call-errors.ts';
import type { Status } from '../lib/task.ts';

/** Spec §2 "My Channels". */
export const channels = createPagedList(
  (_: null, page: number) => openHomeIfNotProducer(fetchChannels(page)),
  {
    base: 0,
  },
);
export const openChannels = () => channels.open(null);

/** `noData` if the channel belongs to another producer. */
export const $channel = map<{ status: Status; channel: Channel | null }>({
  status: 'process',
  channel: null,
});
/** Spec §2 "My Movies". */
export const channelMovies = createPagedList(channelPage, { base: 0 });

async function channelPage(channelId: number, page: number) {
  try {
    const reply = await openHomeIfNotProducer(fetchChannelMovies(channelId, page));
    $channel.set({ status: 'success', channel: reply.channel });
    return reply;
  } catch (error) {
    if (isNotFound(error)) $channel.set({ status: 'noData', channel: null });
    throw error;
  }
}

export async function openChannelMovies() {
  const channelId = idFromUrl('producerMovies', 'channel_id');
  $channel.set({ status: channelId ? 'process' : 'noData', channel: null });
  if (channelId) await channelMovies.open(channelId);
}

export type ProducerMovie = ReplyOf<typeof movieInfo>;

/** `noData` if the film belongs to another producer. */
export const $producerMovie = map<{ status: Status; movie: ProducerMovie | null }>({
  status: 'process',
  movie: null,
});

export async function openProducerMovie(route: 'producerOrders' | 'producerStatements') {
  const movieId = idFromUrl(route, 'movie_id');
  $producerMovie.set({ status: movieId ? 'process' : 'noData', movie: null });
  if (movieId) await loadMovie(movieId);
}

export async function loadMovie(movieId: number) {
  try {
    $producerMovie.set({
      status: 'success',
      movie: await openHomeIfNotProducer(fetchMovieInfo(movieId)),
    });
  } catch (error) {
    $producerMovie.setKey('status', isNotFound(error) ? 'noData' : 'error');
  }
}
