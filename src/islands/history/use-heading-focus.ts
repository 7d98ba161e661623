import { useEffect, useRef } from 'react';

/** Focuses the new heading when the view changes, but not on the first view. */
export function useHeadingFocus(view: unknown) {
  const page = useRef<HTMLDivElement>(null);
  const previous = useRef(view);
  useEffect(() => {
    if (previous.current !== view) page.current?.querySelector<HTMLElement>('h1')?.focus();
    previous.current = view;
  }, [view]);
  return page;
}
