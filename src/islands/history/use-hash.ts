import { useSyncExternalStore } from 'react';

const subscribeToHash = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** Includes `#`; empty without a hash. */
export const useHash = (): string => useSyncExternalStore(subscribeToHash, () => location.hash);
