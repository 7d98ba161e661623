import { useEffect, useRef } from 'react';

/** After Load More the reader goes on where the new items begin: each item has one element that `selector` finds. */
export function useNewestFocused<Host extends HTMLElement>(newFrom: number, selector: string) {
  const host = useRef<Host>(null);
  useEffect(() => {
    if (newFrom > 0) host.current?.querySelectorAll<HTMLElement>(selector)[newFrom]?.focus();
  }, [newFrom, selector]);
  return host;
}
