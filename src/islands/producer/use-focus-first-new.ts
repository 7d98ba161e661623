import { useEffect, useRef } from 'react';

/** After Load More focuses the first new item. `selector` must match one element per item. */
export function useFocusFirstNew<Host extends HTMLElement>(newFrom: number, selector: string) {
  const host = useRef<Host>(null);
  useEffect(() => {
    if (newFrom > 0) host.current?.querySelectorAll<HTMLElement>(selector)[newFrom]?.focus();
  }, [newFrom, selector]);
  return host;
}
