import { pathPattern, routes } from '#routes.ts';

/** Fetches a page of the site ahead when somebody seems to be about to open it; not where data is to be saved. */
const REST_MS = 80;
const pages = Object.values(routes).map(({ path }) => pathPattern(path));
const fetched = new Set<string>();
const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };
const isThrifty = () => connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
let waiting: ReturnType<typeof setTimeout> | undefined;

function meant(event: Event) {
  clearTimeout(waiting);
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]');
  if (!link || isThrifty()) return;
  // The link of a signed-in viewer may change under the same sign (page.ts), so it is read when the pointer has rested.
  waiting = setTimeout(() => prefetch(new URL(link.href)), event.type === 'touchstart' ? 0 : REST_MS);
}

function prefetch({ origin, pathname, search }: URL) {
  const isOurs =
    origin === location.origin && pathname !== location.pathname && pages.some((pattern) => pattern.test(pathname));
  const address = pathname + search;
  if (!isOurs || fetched.has(address)) return;
  fetched.add(address);
  document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: address }));
}

for (const sign of ['pointerover', 'focusin', 'touchstart']) document.addEventListener(sign, meant, { passive: true });
