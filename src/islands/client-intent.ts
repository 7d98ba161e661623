import type { ClientDirective } from 'astro';

/** Loads and hydrates an island at the first sign that somebody wants it. */
const intent: ClientDirective = (load, _options, element) => {
  const signs = ['focusin', 'pointerenter', 'touchstart'] as const;
  const wake = async () => {
    for (const sign of signs) element.removeEventListener(sign, wake);
    const hydrate = await load();
    await hydrate();
  };
  for (const sign of signs) element.addEventListener(sign, wake, { passive: true });
};

export default intent;
