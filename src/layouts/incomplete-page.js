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
  addEventListener('load', () => {
    setTimeout(() => {
      isSlow = notice.hidden && document.querySelector('astro-island[client="only"][ssr]') !== null;
      if (isSlow) notice.hidden = false;
    }, SLOW_MS);
  });
  /* It does not bubble. */
  document.addEventListener('astro:hydrate', () => isSlow && (notice.hidden = true), true);
})();
