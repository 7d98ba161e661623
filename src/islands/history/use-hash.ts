import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** Includes `#`; empty without a hash. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);
