import { useStore } from '@nanostores/react';
import { $player, $warning } from '#stores/playback.ts';
import { CopyrightWarning } from './CopyrightWarning.tsx';
import { FilmScreen } from './FilmScreen.tsx';
import { TrailerPopup } from './TrailerPopup.tsx';

/** Mounted once per page; shows the warning or player of the playback store. */
export function PlaybackDialog() {
  const warning = useStore($warning);
  const player = useStore($player);

  return (
    <>
      {warning && <CopyrightWarning />}
      {player?.kind === 'film' && <FilmScreen player={player} />}
      {player?.kind === 'trailer' && <TrailerPopup player={player} key={player.url} />}
    </>
  );
}
