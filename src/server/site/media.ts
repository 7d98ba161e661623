import { mkdirSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { mediaHeaders } from '#domain/security-headers.ts';
import { blockOf, callerIp } from '../caller.ts';
import { isHttps } from '../config/config.ts';
import { crossOrigin } from '../cross-origin.ts';
import type { Deps } from '../deps.ts';
import { openSigned, SEGMENT_CACHE } from '../ports/media/signed/own.ts';
import { withHeaders } from '../with-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';
/** Only these folders are public; packages are served to a live ticket, by signed addresses or by playback. */
const PUBLIC_FOLDERS = ['images', 'video'] as const;

const nothingElse = () => Promise.resolve();

/** Nobody may keep it: storage that is away comes back. */
const noSuchFile = (context: Context) => context.text('There is no such file', 404, { 'Cache-Control': 'no-store' });

/** Pictures and trailers, whose names carry a digest of what is in them, so that they never change; and signed segments of films. */
export function mediaApp({ config, log, now }: Pick<Deps, 'config' | 'log' | 'now'>): Hono {
  const { mediaDir, secrets } = config;
  mkdirSync(mediaDir, { recursive: true });
  const app = new Hono();
  app.use(withHeaders(mediaHeaders({ isHttps: isHttps(config) })));
  const share = crossOrigin(config);
  if (share) app.use(share);
  for (const folder of PUBLIC_FOLDERS) {
    app.use(
      `/${folder}/*`,
      serveStatic({
        root: mediaDir,
        rewriteRequestPath: (path) => path.replace(/^\/media/, ''),
        onFound: (_, context) => {
          context.header('Cache-Control', FOREVER);
        },
      }),
    );
  }

  // Nobody is asked and nothing is looked up: what the address says is true or it is not.
  app.get('/signed/*', async (context) => {
    const network = blockOf(callerIp(context, { config, log }));
    const file = openSigned(secrets.acceptedTokenSecrets, context.req.path, network, now());
    if (!file) return context.text('This address opens nothing, or no longer', 403, { 'Cache-Control': 'no-store' });
    const found = await serveStatic({ root: mediaDir, path: file })(context, nothingElse);
    if (!found) return noSuchFile(context);
    found.headers.set('Cache-Control', SEGMENT_CACHE);
    return found;
  });
  // The site's own 404 page would come with the site's headers, and a page elsewhere could not tell why its picture is missing.
  app.get('*', noSuchFile);
  return app;
}
