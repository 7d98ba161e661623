import { pathPattern, routes } from '#routes.ts';

/** Prefetches a page on hover, focus or touch, unless the browser saves data. */
const HOVER_MS = 80;
const pages = Object.values(routes).map(({ path }) => pathPattern(path));
const fetched = new Set<string>();
const { connection } = navigator as Navigator & {
  connection?: { saveData?: boolean; effectiveType?: string };
};
const isSavingData = () =>
  connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
let hoverTimer: ReturnType<typeof setTimeout> | undefined;

function onIntent(event: Event) {
  clearTimeout(hoverTimer);
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
  if (!link || isSavingData()) return;
  // every-page.ts may rewrite the link on the same event, so it is read after the delay.
  hoverTimer = setTimeout(
    () => prefetch(new URL(link.href)),
    event.type === 'touchstart' ? 0 : HOVER_MS,
  );
}

function prefetch({ origin, pathname, search }: URL) {
  const isOurs =
    origin === location.origin &&
    pathname !== location.pathname &&
    pages.some((pattern) => pattern.test(pathname));
  const address = pathname + search;
  if (!isOurs || fetched.has(address)) return;
  fetched.add(address);
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'prefetch', href: address }),
  );
}

for (const eventName of ['pointerover', 'focusin', 'touchstart'])
  document.addEventListener(eventName, onIntent, { passive: true });
