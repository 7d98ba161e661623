import type { ClientDirective } from 'astro';
import { earlyPresses } from './early-presses.ts';

/** Loads and hydrates an island at the first sign that somebody wants it. */
const intent: ClientDirective = (load, _options, element) => {
  const signs = ['focusin', 'pointerenter', 'touchstart'] as const;
  const presses = earlyPresses(element);
  const wake = async () => {
    for (const sign of signs) element.removeEventListener(sign, wake);
    const hydrate = await load();
    await hydrate();
    presses.giveAgain();
  };
  for (const sign of signs) element.addEventListener(sign, wake, { passive: true });
};

export default intent;
