import type { ClientDirective } from 'astro';
import { recordEarlyInput } from './early-input.ts';

/** `client:intent`: hydrates an island on focus, hover or touch, then replays earlier input. */
const intent: ClientDirective = (load, _options, element) => {
  const eventNames = ['focusin', 'pointerenter', 'touchstart'] as const;
  const earlyInput = recordEarlyInput(element);
  const hydrateIsland = async () => {
    for (const eventName of eventNames) element.removeEventListener(eventName, hydrateIsland);
    const hydrate = await load();
    await hydrate();
    earlyInput.replay();
  };
  for (const eventName of eventNames) element.addEventListener(eventName, hydrateIsland, { passive: true });
};

export default intent;
