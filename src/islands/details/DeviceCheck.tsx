import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { detailMessages as text } from '#messages/details.ts';
import { $deviceCheck, runDeviceCheck } from '#stores/device-check.ts';

/** Tells the viewer before the payment if this device may not play the film. */
export function DeviceCheck() {
  const result = useStore($deviceCheck);
  useEffect(runDeviceCheck, []);
  if (!result || result === 'fine') return null;
  return (
    <p className="small basis-full font-semibold" data-device-check={result}>
      {text.deviceCheck[result]}
    </p>
  );
}
