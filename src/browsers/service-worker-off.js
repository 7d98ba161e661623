/* The build puts this in place of public/service-worker.js if PUBLIC_SERVICE_WORKER is "off". Replaces a worker at the next visit. */
addEventListener('install', () => self.skipWaiting());
addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
