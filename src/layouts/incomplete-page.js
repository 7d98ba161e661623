/*
 * Shows the notice above it (IncompletePage.astro) if the script of an island does not arrive, or if the island throws
 * (islands/mount-island.ts). Inline, because the page's other scripts may be lost too.
 */
(() => {
  const notice = document.currentScript.previousElementSibling;
  /* Chosen: 15 seconds. A request without an answer causes no event, and a slow network needs some seconds. */
  const SLOW_MS = 15_000;
  let isSlow = false;
  notice.querySelector('button').onclick = () => location.reload();
  document.addEventListener('astro:hydration-error', () => {
    isSlow = false;
    notice.hidden = false;
  });
  /* Not from the load of the page: a script without an answer delays it for ever. */
  const watch = (islands) =>
    setTimeout(() => {
      if (!notice.hidden || !islands.some((island) => island.hasAttribute('ssr'))) return;
      isSlow = true;
      notice.hidden = false;
    }, SLOW_MS);
  watch([...document.querySelectorAll('astro-island:not([client="intent"])')]);
  /* The other islands need no script until they are used. */
  for (const type of ['click', 'focusin'])
    document.addEventListener(type, ({ target }) => {
      const island = target.closest('astro-island[ssr]');
      if (island) watch([island]);
    });
  /* It does not bubble. */
  document.addEventListener('astro:hydrate', () => isSlow && (notice.hidden = true), true);
})();
