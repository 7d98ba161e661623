import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import { mediaHeaders } from '#domain/security-headers.ts';
import { addressBlockOf, callerIp } from '../caller.ts';
import { isHttps } from '../config/config.ts';
import { corsForOtherSites } from '../cross-origin.ts';
import type { Deps } from '../deps.ts';
import { fileSize, readFileBody } from '../file-body.ts';
import {
  downloadOrderOf,
  resolveSignedPath,
  SEGMENT_CACHE,
} from '../ports/media/signed/server-signer.ts';
import { withHeaders } from '../with-headers.ts';
import { CACHE_FOREVER, contentTypeOf } from './content-types.ts';
import { createDownloadPacer, DOWNLOAD_RETRY_SECONDS } from './pace-downloads.ts';

/** Film packages are not public: they need a signed URL or a playback session. */
const PUBLIC_FOLDERS = ['images', 'video'] as const;

/** Not cacheable: the file may be missing only while its storage is unavailable. */
const noSuchFile = (context: Context) =>
  context.text('There is no such file', 404, { 'Cache-Control': 'no-store' });

/** Serves pictures and trailers, whose names contain a content hash, and signed film segments. */
export function mediaApp({ config, log, now }: Pick<Deps, 'config' | 'log' | 'now'>): Hono {
  const { mediaDir, secrets } = config;
  mkdirSync(mediaDir, { recursive: true });
  const app = new Hono();
  app.use(withHeaders(mediaHeaders({ isHttps: isHttps(config) })));
  const cors = corsForOtherSites(config);
  if (cors) app.use(cors);
  for (const folder of PUBLIC_FOLDERS) {
    app.use(
      `/${folder}/*`,
      serveStatic({
        root: mediaDir,
        rewriteRequestPath: (path) => path.replace(/^\/media/, ''),
        onFound: (_, context) => {
          context.header('Cache-Control', CACHE_FOREVER);
        },
      }),
    );
  }

  const pacer = createDownloadPacer();
  const refuseDownload = (context: Context) =>
    context.text('Too many downloads at once', 503, {
      'Cache-Control': 'no-store',
      'Retry-After': String(DOWNLOAD_RETRY_SECONDS),
    });
  // The signature is the only check: no session and no database query.
  app.get('/signed/*', async (context) => {
    const isHead = context.req.method === 'HEAD';
    const orderId = downloadOrderOf(context.req.path);
    if (orderId !== null && !isHead && pacer.isFull(orderId)) return refuseDownload(context);
    const network = addressBlockOf(callerIp(context, { config, log }));
    const file = resolveSignedPath({
      secrets: secrets.acceptedTokenSecrets,
      pathname: context.req.path,
      network,
      now: now(),
    });
    if (!file)
      return context.text('This link is not valid or has expired', 403, {
        'Cache-Control': 'no-store',
      });
    const path = join(mediaDir, file);
    const size = await fileSize(path);
    if (size === null) return noSuchFile(context);
    const headers = {
      'Content-Type': contentTypeOf(file),
      'Content-Length': String(size),
      'Cache-Control': SEGMENT_CACHE,
    };
    if (isHead) return context.body(null, 200, headers);
    if (orderId === null) return context.body(await readFileBody(path, size), 200, headers);
    const giveBack = await pacer.waitForTurn({
      orderId,
      bytes: size,
      signal: context.req.raw.signal,
    });
    if (!giveBack) return refuseDownload(context);
    return context.body(await readFileBody(path, size, giveBack), 200, headers);
  });
  // Not the site's 404 page: its headers would hide the status from pages on other origins.
  app.get('*', noSuchFile);
  return app;
}
