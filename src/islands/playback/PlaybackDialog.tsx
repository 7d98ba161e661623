import { useStore } from '@nanostores/react';
import { $player, $warning } from '#stores/playback/playback.ts';
import type { Elements } from '#ui/elements.ts';
import { CopyrightWarning } from './CopyrightWarning.tsx';
import { FilmScreen } from './FilmScreen.tsx';
import { TrailerPopup } from './TrailerPopup.tsx';

/**
 * Mounted once per page; shows the warning or player of the playback store. `children`: more
 * buttons of the film's player.
 */
export function PlaybackDialog({ children }: { children?: Elements }) {
  const warning = useStore($warning);
  const player = useStore($player);

  return (
    <>
      {warning && <CopyrightWarning />}
      {player?.kind === 'film' && <FilmScreen player={player}>{children}</FilmScreen>}
      {player?.kind === 'trailer' && <TrailerPopup player={player} key={player.url} />}
    </>
  );
}
