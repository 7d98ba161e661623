import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { detailMessages as text } from '#messages/details.ts';
import { $preflight, runPreflight } from '#stores/preflight.ts';

/** Before payment: whether this device can play the film. */
export function Preflight() {
  const result = useStore($preflight);
  useEffect(runPreflight, []);
  if (!result) return null;
  return (
    <p
      className={result === 'fine' ? 'small text-soft basis-full' : 'small basis-full font-semibold'}
      data-preflight={result}
    >
      {text.preflight[result]}
    </p>
  );
}
