import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { detailMessages as text } from '#messages/details.ts';
import { $preflight, lookAtDevice } from '#stores/preflight.ts';

/** One line before paying: whether this device can show the film, and what to do when it cannot. */
export function Preflight() {
  const finding = useStore($preflight);
  useEffect(lookAtDevice, []);
  if (!finding) return null;
  return (
    <p className={finding === 'fine' ? 'sm soft basis-full' : 'sm basis-full font-semibold'} data-preflight={finding}>
      {text.preflight[finding]}
    </p>
  );
}
