import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';

const SCRIPT = 'text/javascript; charset=utf-8';
const ASSETS = [
  { path: '/google/gsi/client', file: 'google-client.js', type: SCRIPT },
  { path: '/facebook/en_US/sdk.js', file: 'facebook-sdk.js', type: SCRIPT },
  { path: '/consent.js', file: 'consent.js', type: SCRIPT },
  { path: '/inbox.js', file: 'inbox.js', type: SCRIPT },
  { path: '/control.js', file: 'control.js', type: SCRIPT },
  { path: '/sandbox.css', file: 'sandbox.css', type: 'text/css; charset=utf-8' },
];

export function assetRoutes() {
  const app = new Hono();
  for (const { path, file, type } of ASSETS) app.get(path, serveAsset(file, type));
  return app;
}

/** Returns a handler that serves a file of the folder `browser`. */
export function serveAsset(file: string, type = SCRIPT) {
  const content = readFileSync(new URL(`./browser/${file}`, import.meta.url), 'utf8');
  return (c: Context) =>
    c.body(content, 200, { 'content-type': type, 'cache-control': 'no-cache' });
}
