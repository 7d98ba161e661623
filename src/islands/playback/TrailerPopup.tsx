import { useEffect, useRef } from 'react';
import { playbackMessages as text } from '#messages/playback.ts';
import { closePlayer, playerEvents, type TrailerPlayer } from '#stores/playback.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/icons.tsx';
import { Modal } from '#ui/Modal.tsx';
import type { Player } from './film-player.ts';

/** No ticket, no watermark, no play record (spec §4). */
export function TrailerPopup({ player: { url, title, problem } }: { player: TrailerPlayer }) {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let player: Player | undefined;
    let isUnmounted = false;
    void import('./film-player.ts').then(({ openTrailer }) => {
      if (!isUnmounted && host.current) player = openTrailer(host.current, url, playerEvents.trailerFailed);
    }, playerEvents.trailerFailed);
    return () => {
      isUnmounted = true;
      player?.destroy();
    };
  }, [url]);

  return (
    <Modal open title={title} hideTitle shape="film" onClose={closePlayer}>
      <div data-player>
        <div className="title-bar">
          <p dir="auto">{title}</p>
          <Button kind="secondary" small onClick={closePlayer}>
            <Icon name="close" />
            {text.close}
          </Button>
        </div>
        <div ref={host} className="aspect-video bg-black" hidden={problem !== null} />
        {problem && (
          <p role="alert" className="grid aspect-video place-content-center p-6 text-center">
            {problem}
          </p>
        )}
      </div>
    </Modal>
  );
}
