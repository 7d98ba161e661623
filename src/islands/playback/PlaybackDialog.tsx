import { useStore } from '@nanostores/react';
import { $showing, $warning } from '#stores/playback.ts';
import { CopyrightWarning } from './CopyrightWarning.tsx';
import { FilmScreen } from './FilmScreen.tsx';
import { TrailerPopup } from './TrailerPopup.tsx';

/** Whatever plays, plays here. Mounted once on a page; shows nothing until a store says so. */
export function PlaybackDialog() {
  const warning = useStore($warning);
  const showing = useStore($showing);

  return (
    <>
      {warning && <CopyrightWarning />}
      {showing?.kind === 'film' && <FilmScreen showing={showing} />}
      {showing?.kind === 'trailer' && <TrailerPopup showing={showing} key={showing.url} />}
    </>
  );
}
