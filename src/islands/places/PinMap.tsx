import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { placeMessages as text } from '#messages/places.ts';
import { $map, markMapStale, openMap } from '#stores/places/place-map.ts';
import { $pin, movePin } from '#stores/places/places.ts';
import { LoadError, Loading } from '../loading/LoadStates.tsx';
import type { MapHandle } from './open-map.ts';

/** If the map fails to load, an error replaces it; the address field still works. */
export function PinMap() {
  const { status } = useStore($map);
  useEffect(() => void openMap(), []);
  if (status === 'process')
    return (
      <div className="grid gap-2">
        <Loading className="aspect-16/10 min-h-70" />
        <MapHint />
      </div>
    );
  if (status === 'success') return <LoadedMap />;
  return <LoadError title={text.mapFailed} sentence={text.mapFailedNote} onRetry={openMap} />;
}

function LoadedMap() {
  const host = useRef<HTMLDivElement>(null);
  const [areTilesMissing, setTilesMissing] = useState(false);

  useEffect(() => {
    let map: MapHandle | undefined;
    let stop = () => {};
    let isUnmounted = false;
    void import('./open-map.ts').then(({ openMapAt }) => {
      if (isUnmounted || !host.current) return;
      map = openMapAt(host.current, $map.get(), {
        onMove: movePin,
        onTile: (isLoaded) => setTilesMissing(!isLoaded),
      });
      stop = $pin.subscribe((pin) => pin && map?.showPin(pin));
    }, markMapStale);
    return () => {
      isUnmounted = true;
      stop();
      map?.close();
    };
  }, []);

  return (
    <div className="grid gap-2">
      <div
        ref={host}
        className="map isolate aspect-16/10 min-h-70 w-full rounded-control border border-control-border bg-tint"
        role="application"
        aria-label={text.map}
        aria-describedby="map-hint"
      />
      <MapHint />
      {areTilesMissing && (
        <p role="status" className="small">
          {text.tilesMissing}
        </p>
      )}
    </div>
  );
}

/** Shown while the map loads too, so that the buttons below do not move under a pointer. */
const MapHint = () => (
  <p id="map-hint" className="small text-soft">
    <span>{text.mapHint}</span> <span className="[@media(hover:none)]:sr-only">{text.mapKeys}</span>
  </p>
);
