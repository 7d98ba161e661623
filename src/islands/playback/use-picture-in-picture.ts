import { type RefObject, useLayoutEffect, useState } from 'react';
import { openSmallWindow } from './small-window.ts';

/** The film of `host` in a window of its own. `leave` brings it back; null while it is at home. */
export function useSmallWindow(host: RefObject<HTMLElement | null>, sittingId: string | undefined) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  // Brought home before React takes its place away: it would look for the film there.
  useLayoutEffect(() => () => leave?.(), [leave, sittingId]);

  const open = async () => {
    if (!host.current || leave) return;
    const back = await openSmallWindow(host.current, () => setLeave(null)).catch(() => null);
    setLeave(() => back);
  };
  return { open, leave };
}
