import { useEffect, useRef } from 'react';

/** For the heading of a view: screen readers then read the view from its start. */
export function useFocusOnMount<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
