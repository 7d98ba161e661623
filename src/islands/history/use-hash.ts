import { useSyncExternalStore } from 'react';

const follow = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** Includes `#`; empty without a hash. */
export const useHash = (): string => useSyncExternalStore(follow, () => location.hash);
