import { mkdirSync } from 'node:fs';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const FOREVER = 'public, max-age=31536000, immutable';
/** Only these folders are public; packages are served by playback alone, to a live ticket. */
const PUBLIC_FOLDERS = ['images', 'video'] as const;

/** Pictures and trailers. Their names carry a digest of what is in them, so they never change. */
export function mediaApp(mediaDir: string): Hono {
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
  return app;
}
