import { useSyncExternalStore } from 'react';

const follow = (onChange: () => void) => {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
};

/** What stands behind the address's `#`, with it; empty without. */
export const useHash = (): string => useSyncExternalStore(follow, () => location.hash);
