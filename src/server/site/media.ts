import { mkdirSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { blockOf, callerIp } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { openSigned, SEGMENT_CACHE } from '../ports/media/signed/own.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** Only these folders are public; packages are served to a live ticket, by signed addresses or by playback. */
const PUBLIC_FOLDERS = ['images', 'video'] as const;

const nothingElse = () => Promise.resolve();

/** Pictures and trailers, whose names carry a digest of what is in them, so that they never change; and signed segments of films. */
export function mediaApp({ config, now }: Pick<Deps, 'config' | 'now'>): Hono {
  const { mediaDir, secrets, trustProxy } = config;
  mkdirSync(mediaDir, { recursive: true });
  const app = new Hono();
  for (const folder of PUBLIC_FOLDERS) {
    app.use(
      `/${folder}/*`,
      serveStatic({
        root: mediaDir,
        rewriteRequestPath: (path) => path.replace(/^\/media/, ''),
        onFound: (_, context) => {
          context.header('Cache-Control', FOREVER);
          context.header('X-Content-Type-Options', 'nosniff');
        },
      }),
    );
  }

  // Nobody is asked and nothing is looked up: what the address says is true or it is not.
  app.get('/signed/*', async (context) => {
    const network = blockOf(callerIp(context, trustProxy));
    const file = openSigned(secrets.tokenSecret, context.req.path, network, now());
    if (!file) return context.text('This address opens nothing, or no longer', 403, { 'Cache-Control': 'no-store' });
    const found = await serveStatic({ root: mediaDir, path: file })(context, nothingElse);
    // Nobody may keep it: storage that is away comes back.
    if (!found) return context.text('There is no such file', 404, { 'Cache-Control': 'no-store' });
    found.headers.set('Cache-Control', SEGMENT_CACHE);
    found.headers.set('X-Content-Type-Options', 'nosniff');
    return found;
  });
  return app;
}
