import { type ComponentType, createElement, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

interface MountOptions {
  /** `only`: the HTML has nothing to hydrate. */
  client: string;
}

/**
 * React removes all of an island that throws. The page then says that a part is missing
 * (layouts/incomplete-page.js), and report-errors.ts reports the error.
 */
function onUncaughtError(error: unknown): void {
  document.dispatchEvent(new Event('astro:hydration-error'));
  setTimeout(() => {
    throw error;
  });
}

/** Astro calls this for every island (astro.config.mjs). No island of this site has slots. */
export default (element: HTMLElement) =>
  (component: ComponentType, props: object, _slots: object, { client }: MountOptions) => {
    // Hydrated before.
    if (!element.hasAttribute('ssr')) return;
    const island = createElement(component, props);
    startTransition(() => {
      if (client === 'only') return createRoot(element, { onUncaughtError }).render(island);
      hydrateRoot(element, island, {
        onUncaughtError,
        identifierPrefix: element.getAttribute('prefix') ?? '',
      });
    });
  };
