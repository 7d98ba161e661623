import { useEffect, useRef } from 'react';
import { closePlayer, playerEvents, type TrailerPlayer } from '#stores/playback/playback.ts';
import { Modal } from '#ui/Modal.tsx';
import type { Player } from './film-player.ts';
import { loadPlayer } from './load-player.ts';
import { PlayerHeader } from './PlayerHeader.tsx';

/** No ticket, no watermark, no play record (spec §4). */
export function TrailerPopup({ player: { url, title, problem } }: { player: TrailerPlayer }) {
  const frame = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  // Takes the focus from Close, which Space would press while the trailer opens.
  useEffect(() => frame.current?.focus(), []);

  useEffect(() => {
    let player: Player | undefined;
    let isUnmounted = false;
    void loadPlayer().then(({ openTrailer }) => {
      if (!isUnmounted && host.current)
        player = openTrailer(host.current, url, playerEvents.trailerFailed);
    }, playerEvents.trailerFailed);
    return () => {
      isUnmounted = true;
      player?.destroy();
    };
  }, [url]);

  return (
    <Modal open title={title} hideTitle shape="film" onClose={closePlayer}>
      <div className="player-frame" data-player data-theme="dark" tabIndex={-1} ref={frame}>
        <div ref={host} hidden={problem !== null} />
        <PlayerHeader title={title} />
        {problem && <p role="alert">{problem}</p>}
      </div>
    </Modal>
  );
}
