import { useEffect, useRef } from 'react';

/** When the page shows something else, the focus goes to its new heading, as on a page of its own; not on the first view. */
export function useHeadFocused(shown: unknown) {
  const page = useRef<HTMLDivElement>(null);
  const first = useRef(shown);
  useEffect(() => {
    if (first.current !== shown) page.current?.querySelector<HTMLElement>('h1')?.focus();
    first.current = shown;
  }, [shown]);
  return page;
}
