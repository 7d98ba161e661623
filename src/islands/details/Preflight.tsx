import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { detailMessages as text } from '#messages/details.ts';
import { $preflight, runPreflight } from '#stores/preflight.ts';

/** Before payment: why this device may not play the film. */
export function Preflight() {
  const result = useStore($preflight);
  useEffect(runPreflight, []);
  if (!result || result === 'fine') return null;
  return (
    <p className="small basis-full font-semibold" data-preflight={result}>
      {text.preflight[result]}
    </p>
  );
}
