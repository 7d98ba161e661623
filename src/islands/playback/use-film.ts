import { useEffect, useRef } from 'react';
import { imageSources } from '#domain/images.ts';
import { playerEvents, type PlaybackSession } from '#stores/playback/playback.ts';
import { IMAGE_BASE } from '../catalogue/image-base.ts';
import type { Player } from './film-player.ts';
import type { FilmEvents, FilmSource } from './film-source.ts';
import { loadPlayer } from './load-player.ts';

/**
 * Plays a session in the element of the returned ref, with its watermark. Loads Plyr and hls.js.
 */
export function useFilm(session: PlaybackSession | null) {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!session) return void loadPlayer().catch(() => undefined); // loads the player meanwhile
    let player: Player | undefined;
    let isUnmounted = false;
    const recordLeaving = () => player && session.record?.leave(player.seconds());
    void loadPlayer().then(({ openFilm }) => {
      if (isUnmounted || !host.current) return;
      player = openFilm(host.current, sourceOf(session), eventsOf(session));
    }, playerEvents.notLoaded);
    addEventListener('pagehide', recordLeaving);

    return () => {
      isUnmounted = true;
      removeEventListener('pagehide', recordLeaving);
      recordLeaving();
      player?.destroy();
    };
  }, [session]);

  return host;
}

const sourceOf = ({ lease, poster, device = null, ...session }: PlaybackSession): FilmSource => ({
  ...session,
  ...lease,
  device,
  seekPictures: async () => (await device?.seekPictures()) ?? lease.seekPictures(),
  poster: poster && imageSources(poster, 'poster', IMAGE_BASE).src,
});

const eventsOf = ({ record, lease }: PlaybackSession): FilmEvents => ({
  onPlaying() {
    playerEvents.playing();
    record?.play();
    if (record) lease.renewSoon();
  },
  onPaused: (seconds) => void record?.pause(seconds),
  onTimeUpdate: (seconds) => record?.timeUpdate(seconds),
  onEnded: () => record?.end(),
  onTracks: playerEvents.tracksChanged,
  onWaiting: playerEvents.waiting,
  onBuffered: playerEvents.buffered,
  onRejected: playerEvents.requestRejected,
  onFailed: playerEvents.failed,
  onUnsupported: playerEvents.unsupported,
  onWatermarkHidden: playerEvents.watermarkHidden,
});
