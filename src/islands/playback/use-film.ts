import { useEffect, useRef } from 'react';
import { imageSources } from '#domain/images.ts';
import { playerTells, type Sitting } from '#stores/playback.ts';
import { $userId } from '#stores/session.ts';
import { IMAGE_BASE } from '../catalogue/image-base.ts';
import type { Player } from './film-player.ts';
import type { FilmEvents, FilmSource } from './film-source.ts';
import { keepWatermark } from './watermark.ts';

/** Plays a sitting in the element that takes the returned ref, under its watermark. Plyr and hls.js are fetched here, and not before. */
export function useFilm(sitting: Sitting | null) {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!sitting) return;
    let player: Player | undefined;
    let endWatermark: (() => void) | undefined;
    let gone = false;
    const leave = () => player && sitting.record.leave(player.seconds());
    void import('./film-player.ts').then(({ openFilm }) => {
      if (gone || !host.current) return;
      player = openFilm(host.current, sourceOf(sitting), eventsOf(sitting));
      endWatermark = keepWatermark(host.current, $userId.get(), () => {
        player?.pause();
        playerTells.markHidden();
      });
    }, playerTells.missing);
    addEventListener('pagehide', leave);

    return () => {
      gone = true;
      removeEventListener('pagehide', leave);
      leave();
      endWatermark?.();
      player?.destroy();
    };
  }, [sitting]);

  return host;
}

const sourceOf = ({ lease, poster, ...sitting }: Sitting): FilmSource => ({
  ...sitting,
  ...lease,
  poster: poster && imageSources(poster, 'poster', IMAGE_BASE).src,
});

const eventsOf = ({ record }: Sitting): FilmEvents => ({
  onPlaying() {
    playerTells.playing();
    record.play();
  },
  onPaused: record.pause,
  onTime: record.time,
  onEnded: record.end,
  onWaiting: playerTells.waiting,
  onFlowing: playerTells.flowing,
  onRefused: playerTells.refused,
  onBroken: playerTells.broken,
  onUnsupported: playerTells.unsupported,
});
