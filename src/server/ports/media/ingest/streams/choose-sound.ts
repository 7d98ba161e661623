import { firstOf } from '#domain/existing.ts';
import type { SoundRole } from '#domain/playlist.ts';
import { streamLanguage } from '../language.ts';
import { joinMono, type JoinedLayout } from './join-mono.ts';
import { defaultFirst, hasDisposition, type Stream } from './stream.ts';

/**
 * One sound track of the film. `indexes` are streams of the source: one, or the mono streams of
 * `layout` in its order.
 */
export interface SoundTrack {
  indexes: number[];
  layout: JoinedLayout | null;
  /** `und` if the source does not name it. */
  language: string;
  /** Null for the sound of the film itself. */
  role: SoundRole | null;
}

/**
 * All tracks that can be decoded: first those of the film itself, each group with the default track
 * first.
 */
export function chooseSound(
  sounds: Stream[],
  demuxer: string,
  separateTracks: boolean,
): SoundTrack[] {
  const sorted = sounds.toSorted(defaultFirst);
  const joined = separateTracks
    ? sorted.map((stream) => ({ streams: [stream], layout: null }))
    : joinMono(sorted, demuxer);
  const tracks = joined.map(({ streams, layout }) => ({
    indexes: streams.map(({ index }) => index),
    layout,
    language: streamLanguage(firstOf(streams).tags?.['language']),
    role: roleOf(firstOf(streams)),
  }));
  return tracks.toSorted((a, b) => Number(a.role !== null) - Number(b.role !== null));
}

/** By the mark of the track or else by its title. */
function roleOf(stream: Stream): SoundRole | null {
  const title = stream.tags?.['title'] ?? '';
  if (hasDisposition(stream, 'comment') || /\bcommentary\b/i.test(title)) return 'commentary';
  const isDescription = /\b(?:audio description|descriptive|described)\b/i.test(title);
  return hasDisposition(stream, 'visual_impaired') || isDescription ? 'description' : null;
}
