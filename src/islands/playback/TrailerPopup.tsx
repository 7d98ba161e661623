import { useEffect, useRef } from 'react';
import { playbackMessages as text } from '#messages/playback.ts';
import { closePlayer, playerTells, type TrailerShowing } from '#stores/playback.ts';
import type { Player } from './film-player.ts';
import { CloseIcon } from './icons.tsx';
import { useDialog } from './use-dialog.ts';

/** A teaser or trailer in the page: no ticket, no watermark, no play record (spec §4). */
export function TrailerPopup({ showing: { url, title, trouble } }: { showing: TrailerShowing }) {
  const dialog = useDialog(closePlayer);
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
    <dialog {...dialog} className="modal film" data-light="down" data-player aria-label={title}>
      <div className="bar">
        <p dir="auto">{title}</p>
        <button type="button" className="btn line small" onClick={closePlayer}><CloseIcon />{text.close}</button>
      </div>
      <div ref={host} className="aspect-video bg-black" hidden={trouble !== null} />
      {trouble && <p role="alert" className="grid aspect-video place-content-center p-6 text-center">{trouble}</p>}
    </dialog>
  );
}
