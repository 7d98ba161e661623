import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect } from 'react';
import { $player, $warning } from '#stores/playback/playback.ts';
import { $session } from '#stores/session/session.ts';
import { startPairing, stopPairing } from '#stores/television/pairing.ts';
import { $film, openTelevision } from '#stores/television/television.ts';
import { Home } from './Home.tsx';
import { Pairing } from './Pairing.tsx';
import { listenToRemote } from './remote.ts';
import { TelevisionFilm } from './TelevisionFilm.tsx';

const TelevisionPlayer = lazy(() =>
  import('./TelevisionPlayer.tsx').then(({ TelevisionPlayer: player }) => ({ default: player })),
);

export function Television() {
  const isSignedIn = useStore($session) !== null;
  const film = useStore($film);
  useEffect(listenToRemote, []);
  useEffect(() => {
    if (isSignedIn) return openTelevision();
    void startPairing();
    return stopPairing;
  }, [isSignedIn]);
  return (
    <>
      <div className="tv">
        {!isSignedIn ? (
          <Pairing />
        ) : film ? (
          <TelevisionFilm film={film} key={film.movieId} />
        ) : (
          <Home />
        )}
      </div>
      <Player />
    </>
  );
}

function Player() {
  const isOpen = [useStore($warning), useStore($player)].some(Boolean);
  return (
    isOpen && (
      <Suspense>
        <TelevisionPlayer />
      </Suspense>
    )
  );
}
