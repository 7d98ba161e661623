import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { getCookie, setCookie } from 'hono/cookie';
import { PLAY_LEASE_SECONDS } from '#domain/playback.ts';
import { masterPlaylist, mediaPlaylist, mediaUris } from '#domain/playlist.ts';
import { playbackMessages as text } from '#messages/playback.ts';
import { cookieRules } from '../../cross-origin.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { AppContext } from '../../http.ts';
import { SEGMENT_CACHE } from '../../ports/media/signed/own.ts';
import { admit } from './access.ts';
import { takeKey } from './actions.ts';
import type { Film, Sitting } from './queries.ts';

const COOKIE = 'play';
const NO_STORE = 'no-store';

const notInFilm = () => new AppError('not_found', 'not_found', text.notInFilm);

/** The four kinds of file of a session; every one goes through `admit` first. */
export function serveStream(deps: Deps) {
  const param = (context: AppContext, name: string) => context.req.param(name) ?? '';
  const admitted = (context: AppContext) =>
    admit(deps, param(context, 'sessionId'), tokensOf(context), context.get('callerIp'));

  return {
    async playlist(context: AppContext) {
      const { manifest } = await admitted(context);
      const name = param(context, 'file').replace(/\.m3u8$/, '');
      const playlist = name === 'master' ? masterPlaylist(manifest) : mediaPlaylist(manifest, name);
      if (playlist === null) throw notInFilm();
      if (name === 'master') keepCookie(deps, context);
      return context.body(playlist, 200, {
        'Content-Type': 'application/vnd.apple.mpegurl',
        'Cache-Control': NO_STORE,
      });
    },

    async key(context: AppContext) {
      const sitting = await admitted(context);
      const keyIndex = param(context, 'keyIndex');
      if (!/^\d{1,6}$/.test(keyIndex)) throw notInFilm();
      const key = await takeKey(deps, sitting, Number(keyIndex));
      return context.body(key, 200, {
        'Content-Type': 'application/octet-stream',
        'Content-Length': String(key.length),
        'Cache-Control': NO_STORE,
      });
    },

    async caption(context: AppContext) {
      const sitting = await admitted(context);
      const language = param(context, 'file').replace(/\.vtt$/, '');
      const caption = sitting.manifest.captions.find((each) => each.language === language) ?? raise(notInFilm());
      return sendFile(deps, context, sitting, caption.uri, 'text/vtt; charset=UTF-8');
    },

    async media(context: AppContext) {
      const sitting: Sitting = await admitted(context);
      const uri = param(context, 'uri');
      if (!mediaUris(sitting.manifest).has(uri)) throw notInFilm();
      return sendFile(deps, context, sitting, uri, 'video/mp4');
    },
  };
}

function tokensOf(context: AppContext): string[] {
  const bearer = /^Bearer (.+)$/.exec(context.req.header('Authorization') ?? '')?.[1];
  if (bearer) return [bearer];
  const inPath = context.req.param('token');
  // A native player holds on to the first address it got: after that token's lease the browser's own cookie, kept fresh by
  // every renewal, speaks for it. A copied address has no cookie, and dies with its token.
  return inPath ? [inPath, getCookie(context, COOKIE) ?? ''] : [];
}

function keepCookie({ config }: Deps, context: AppContext): void {
  const token = context.req.param('token');
  if (!token) return;
  const path = context.req.path.replace(/\/t\/[^/]+\/.*$/, '');
  setCookie(context, COOKIE, token, { path, ...cookieRules(config, 'Strict'), maxAge: PLAY_LEASE_SECONDS });
}

/** Streams one file of the package. `uri` stands in the manifest; that it stays inside the package's folder is checked all the same. */
async function sendFile(
  { config, log }: Deps,
  context: AppContext,
  { packageKey }: Film,
  uri: string,
  type: string,
): Promise<Response> {
  const folder = resolve(config.mediaDir, 'packages', packageKey);
  const file = resolve(folder, uri);
  if (!file.startsWith(folder + sep)) throw notInFilm();
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) {
    log.error({ file }, 'a file of a package is missing');
    throw notInFilm();
  }
  const body = Readable.toWeb(createReadStream(file)) as ReadableStream;
  return context.body(body, 200, {
    'Content-Type': type,
    'Content-Length': String(found.size),
    'Cache-Control': SEGMENT_CACHE,
  });
}
