import { useEffect, useRef } from 'react';

/** Focuses the new heading when the view changes, but not on the first view. */
export function useHeadingFocus(shown: unknown) {
  const page = useRef<HTMLDivElement>(null);
  const first = useRef(shown);
  useEffect(() => {
    if (first.current !== shown) page.current?.querySelector<HTMLElement>('h1')?.focus();
    first.current = shown;
  }, [shown]);
  return page;
}
