import { useEffect, useRef } from 'react';
import { imageSources } from '#domain/images.ts';
import { playerEvents, type PlaybackSession } from '#stores/playback.ts';
import { $userId } from '#stores/session.ts';
import { IMAGE_BASE } from '../catalogue/image-base.ts';
import type { Player } from './film-player.ts';
import type { FilmEvents, FilmSource } from './film-source.ts';
import { guardWatermark } from './watermark.ts';

/** Plays a session in the element of the returned ref, with its watermark. Loads Plyr and hls.js. */
export function useFilm(session: PlaybackSession | null) {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!session) return;
    let player: Player | undefined;
    let removeWatermark: (() => void) | undefined;
    let isUnmounted = false;
    const recordLeaving = () => player && session.record.leave(player.seconds());
    void import('./film-player.ts').then(({ openFilm }) => {
      if (isUnmounted || !host.current) return;
      player = openFilm(host.current, sourceOf(session), eventsOf(session));
      removeWatermark = guardWatermark(host.current, $userId.get(), () => {
        player?.pause();
        playerEvents.watermarkHidden();
      });
    }, playerEvents.notLoaded);
    addEventListener('pagehide', recordLeaving);

    return () => {
      isUnmounted = true;
      removeEventListener('pagehide', recordLeaving);
      recordLeaving();
      removeWatermark?.();
      player?.destroy();
    };
  }, [session]);

  return host;
}

const sourceOf = ({ lease, poster, ...session }: PlaybackSession): FilmSource => ({
  ...session,
  ...lease,
  poster: poster && imageSources(poster, 'poster', IMAGE_BASE).src,
});

const eventsOf = ({ record }: PlaybackSession): FilmEvents => ({
  onPlaying() {
    playerEvents.playing();
    record.play();
  },
  onPaused: record.pause,
  onTimeUpdate: record.timeUpdate,
  onEnded: record.end,
  onWaiting: playerEvents.waiting,
  onBuffered: playerEvents.buffered,
  onRejected: playerEvents.rejected,
  onFailed: playerEvents.failed,
  onUnsupported: playerEvents.unsupported,
});
