import { useEffect } from 'react';

/** Follows the system's light or dark appearance: people work here for hours. */
export function useSystemTheme() {
  useEffect(() => {
    const isDark = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => (document.body.dataset['theme'] = isDark.matches ? 'dark' : 'light');
    apply();
    isDark.addEventListener('change', apply);
    return () => isDark.removeEventListener('change', apply);
  }, []);
}
