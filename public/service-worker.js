/* For viewers with a ticket: opens their pages without a network (docs/offline.md). Never answers calls of the API. */
const CACHE = 'site-1';
const SCRIPT = '/service-worker.js';
const TICKETS = '/purchasehistory';
const KEPT_PAGE = /^\/(?:purchasehistory(?:\/[^/]+)?|movies-details\/[^/]+|shortfilm-details\/[^/]+)\/?$/;
const FILE = /^\/(?:_astro|fonts|player|media\/images)\/|^\/(?:favicon\.svg|favicon-32\.png|site\.webmanifest)$/;
const NAMED_FILE = /(?:\/?_astro\/|\/fonts\/|\/player\/|["'`]\.\/)[\w.-]+\.(?:js|css|woff2|svg|mp4)/g;

let hasLeft = false;

const lookUp = (address) => caches.match(address, { cacheName: CACHE, ignoreVary: true });

async function keep(address, response) {
  if (!hasLeft) await (await caches.open(CACHE)).put(address, response);
}

/* At once: names of files change with their content, so that a new worker cannot mix releases, and a broken one must go. */
addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('message', (event) => {
  const { keep, forget } = event.data ?? {};
  if (keep) event.waitUntil(keepPages(keep));
  if (forget) event.waitUntil(forgetEverything());
});
addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(openPage(event, pathname));
    event.waitUntil(leaveIfGone());
  } else if (FILE.test(pathname)) event.respondWith(readFile(request));
});

async function takeOver() {
  for (const name of await caches.keys()) if (name.startsWith('site-') && name !== CACHE) await caches.delete(name);
  await registration.navigationPreload?.enable();
  await clients.claim();
}

async function openPage(event, pathname) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await lookUp(pathname.replace(/(.)\/$/, '$1'));
    if (page) return page;
    if (pathname === '/' && (await lookUp(TICKETS))) return Response.redirect(TICKETS);
    throw error;
  }
}

const readFile = async (request) => (await lookUp(request.url)) ?? fetch(request);

/* `pages`: paths. Also keeps the files that their HTML and scripts name. */
async function keepPages(pages) {
  for (const path of pages.filter((each) => KEPT_PAGE.test(each))) {
    const response = await fetch(path);
    if (!response.ok || response.redirected) continue;
    const copy = response.clone();
    const html = await response.text();
    /* A captive portal also responds with a page. */
    if (!html.includes('<astro-island')) continue;
    await keep(path, copy);
    await keepFiles(html, new Set());
  }
}

async function keepFiles(text, seen) {
  for (const [name] of text.matchAll(NAMED_FILE)) {
    const path = name.replace(/^(?:["'`]\.\/|\/?_astro\/)/, '/_astro/');
    if (hasLeft || seen.has(path)) continue;
    seen.add(path);
    const kept = await lookUp(path);
    const response = kept ?? (await fetch(path));
    /* A captive portal responds with a page, which would stay in place of the file. */
    if (!response.ok || /^text\/html/.test(response.headers.get('Content-Type') ?? '')) continue;
    if (!kept) await keep(path, response.clone());
    if (/\.(?:js|css)$/.test(path)) await keepFiles(await response.text(), seen);
  }
}

/* The switch: without its script on the server, the worker leaves. */
async function leaveIfGone() {
  const response = await fetch(SCRIPT, { cache: 'no-cache' }).catch(() => null);
  if (response?.status !== 404 && response?.status !== 410) return;
  await leave([CACHE]);
}

/* Signing out deletes the account's data also if its page is closed meanwhile. */
const forgetEverything = async () => leave(await caches.keys());

async function leave(names) {
  hasLeft = true;
  for (const name of names) await caches.delete(name);
  await registration.unregister();
}
