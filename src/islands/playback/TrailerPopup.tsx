import { useEffect, useRef } from 'react';
import { playbackMessages as text } from '#messages/playback.ts';
import { closePlayer, playerTells, type TrailerShowing } from '#stores/playback.ts';
import { Button } from '#ui/Button.tsx';
import { Modal } from '#ui/Modal.tsx';
import type { Player } from './film-player.ts';
import { CloseIcon } from './icons.tsx';

/** A teaser or trailer in the page: no ticket, no watermark, no play record (spec §4). */
export function TrailerPopup({ showing: { url, title, trouble } }: { showing: TrailerShowing }) {
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let player: Player | undefined;
    let gone = false;
    void import('./film-player.ts').then(({ openTrailer }) => {
      if (!gone && host.current) player = openTrailer(host.current, url, playerTells.trailerBroken);
    }, playerTells.trailerBroken);
    return () => {
      gone = true;
      player?.destroy();
    };
  }, [url]);

  return (
    <Modal open title={title} hideTitle shape="film" onClose={closePlayer}>
      <div data-player>
        <div className="bar">
          <p dir="auto">{title}</p>
          <Button kind="line" small onClick={closePlayer}>
            <CloseIcon />
            {text.close}
          </Button>
        </div>
        <div ref={host} className="aspect-video bg-black" hidden={trouble !== null} />
        {trouble && (
          <p role="alert" className="grid aspect-video place-content-center p-6 text-center">
            {trouble}
          </p>
        )}
      </div>
    </Modal>
  );
}
