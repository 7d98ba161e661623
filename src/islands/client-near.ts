import type { ClientDirective } from 'astro';
import { earlyPresses } from './early-presses.ts';

/** Loads and hydrates an island that is in sight or a screen away; what was pressed before counts. */
const near: ClientDirective = (load, _options, element) => {
  const presses = earlyPresses(element);
  const wake = async () => {
    const hydrate = await load();
    await hydrate();
    presses.giveAgain();
  };
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      void wake();
    },
    { rootMargin: '100%' },
  );
  // An island has no box of its own (display: contents).
  for (const child of element.children) watch.observe(child);
};

export default near;
