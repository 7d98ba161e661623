import type { ClientDirective } from 'astro';
import { recordEarlyInput } from './early-input.ts';

/** Hydrates an island within one screen of the viewport, then replays earlier input. */
export function hydrateNear(load: Parameters<ClientDirective>[0], element: HTMLElement): void {
  const hydrateIsland = recordEarlyInput(load, element);
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      void hydrateIsland();
    },
    { rootMargin: '100%' },
  );
  // The island element itself has no box (display: contents).
  for (const child of element.children) observer.observe(child);
}

const near: ClientDirective = (load, _options, element) => hydrateNear(load, element);

export default near;
