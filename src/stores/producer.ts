import { map } from 'nanostores';
import { fetchChannelMovies, fetchChannels, fetchMovieInfo } from '#api/producer.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Channel, movieInfo } from '#contract/producer.ts';
import { createPagedList } from './lib/list.ts';
import { asProducer, idInAddress } from './lib/producer-only.ts';
import { isNotFound, type Status } from './lib/status.ts';

/** The producer's channels (spec §2 "My Channels"). */
export const channels = createPagedList((_: null, page: number) => asProducer(fetchChannels(page)), { base: 0 });
export const openChannels = () => channels.open(null);

/** The channel whose films are shown; `noData` where it is not the producer's own. */
export const $channel = map<{ status: Status; channel: Channel | null }>({ status: 'process', channel: null });
/** The films of a channel (spec §2 "My Movies"). */
export const channelMovies = createPagedList(channelPage, { base: 0 });

async function channelPage(channelId: number, page: number) {
  try {
    const reply = await asProducer(fetchChannelMovies(channelId, page));
    $channel.set({ status: 'success', channel: reply.channel });
    return reply;
  } catch (error) {
    if (isNotFound(error)) $channel.set({ status: 'noData', channel: null });
    throw error;
  }
}

export async function openChannelMovies() {
  const channelId = idInAddress('producerMovies', 'channel_id');
  $channel.set({ status: channelId ? 'process' : 'noData', channel: null });
  if (channelId) await channelMovies.open(channelId);
}

export type ProducerMovie = ReplyOf<typeof movieInfo>;

/** The film whose orders or statements are shown; `noData` where it is not the producer's own. */
export const $producerMovie = map<{ status: Status; movie: ProducerMovie | null }>({ status: 'process', movie: null });

/** Gives the film's id, unless the address has none. */
export async function openProducerMovie(route: 'producerOrders' | 'producerStatements') {
  const movieId = idInAddress(route, 'movie_id');
  $producerMovie.set({ status: movieId ? 'process' : 'noData', movie: null });
  if (movieId) await loadMovie(movieId);
}

export async function loadMovie(movieId: number) {
  try {
    $producerMovie.set({ status: 'success', movie: await asProducer(fetchMovieInfo(movieId)) });
  } catch (error) {
    $producerMovie.setKey('status', isNotFound(error) ? 'noData' : 'error');
  }
}
