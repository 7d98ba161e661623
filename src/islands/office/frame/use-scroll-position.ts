import { useEffect, useLayoutEffect } from 'react';

/**
 * Returns to the position that a list had when it was left. Call it above the page, whose heading
 * takes the focus and scrolls to the top.
 */
export function useScrollPosition(list: { scrollY: number } | undefined) {
  useEffect(() => {
    if (list && list.scrollY > 0) globalThis.scrollTo(0, list.scrollY);
  }, [list]);
  // A layout effect ends before the rows leave the page, which would change the position.
  useLayoutEffect(() => {
    if (!list) return undefined;
    return () => {
      list.scrollY = globalThis.scrollY;
    };
  }, [list]);
}
