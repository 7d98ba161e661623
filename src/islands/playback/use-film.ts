import { useEffect, useRef } from 'react';
import { playerTells, type Sitting } from '#stores/playback.ts';
import type { Player } from './film-player.ts';
import type { FilmEvents, FilmSource } from './film-source.ts';

/** Plays a sitting in the element that takes the returned ref. Plyr and hls.js are fetched here, and not before. */
export function useFilm(sitting: Sitting | null) {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!sitting) return;
    let player: Player | undefined;
    let gone = false;
    const leave = () => player && sitting.record.leave(player.seconds());
    void import('./film-player.ts').then(({ openFilm }) => {
      if (!gone && host.current) player = openFilm(host.current, sourceOf(sitting), eventsOf(sitting));
    }, playerTells.broken);
    addEventListener('pagehide', leave);

    return () => {
      gone = true;
      removeEventListener('pagehide', leave);
      leave();
      player?.destroy();
    };
  }, [sitting]);

  return host;
}

const sourceOf = ({ url, startAt, lease }: Sitting): FilmSource => ({ url, startAt, ...lease });

const eventsOf = ({ record }: Sitting): FilmEvents => ({
  onPlaying: record.play,
  onPaused: record.pause,
  onTime: record.time,
  onEnded: record.end,
  onWaiting: playerTells.waiting,
  onFlowing: playerTells.flowing,
  onRefused: playerTells.refused,
  onBroken: playerTells.broken,
  onUnsupported: playerTells.unsupported,
});
