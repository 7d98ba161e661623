import { resolve, sep } from 'node:path';
import type { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { PLAY_LEASE_SECONDS } from '#domain/playback.ts';
import { masterPlaylist, mediaPlaylist, mediaUris } from '#domain/playlist.ts';
import { cookieOptions } from '../../cross-origin.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { fileSize, readFileBody } from '../../file-body.ts';
import type { AppContext, AppEnv } from '../../http/app-context.ts';
import { bearerToken } from '../../http/viewer.ts';
import { SEGMENT_CACHE } from '../../ports/media/signed/server-signer.ts';
import type { FilmPackage } from './queries.ts';

const COOKIE = 'play';
const NO_STORE = 'no-store';

const notInFilm = () => new AppError('film_part_not_found');

interface StreamAccess<Film extends FilmPackage> {
  /** `tokens`: the play tokens of the request. Throws if the caller may not play the film. */
  authorize: (context: AppContext, tokens: string[]) => Promise<Film>;
  issueKey: (film: Film, keyIndex: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Below `base`, and below `base/t/:token` for native players, which cannot send headers. */
export function mountStream<Film extends FilmPackage>(
  app: Hono<AppEnv>,
  deps: Deps,
  base: string,
  { authorize: authorizeTokens, issueKey }: StreamAccess<Film>,
): void {
  const param = (context: AppContext, name: string) => context.req.param(name) ?? '';
  const authorize = (context: AppContext) => authorizeTokens(context, tokensOf(context));

  async function playlist(context: AppContext) {
    const { manifest } = await authorize(context);
    const name = param(context, 'file').replace(/\.m3u8$/, '');
    const text = name === 'master' ? masterPlaylist(manifest) : mediaPlaylist(manifest, name);
    if (text === null) throw notInFilm();
    if (name === 'master') setPlayCookie(deps, context);
    return context.body(text, 200, {
      'Content-Type': 'application/vnd.apple.mpegurl',
      'Cache-Control': NO_STORE,
    });
  }

  async function key(context: AppContext) {
    const film = await authorize(context);
    const keyIndex = param(context, 'keyIndex');
    if (!/^\d{1,6}$/.test(keyIndex)) throw notInFilm();
    const bytes = await issueKey(film, Number(keyIndex));
    return context.body(bytes, 200, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': String(bytes.length),
      'Cache-Control': NO_STORE,
    });
  }

  async function caption(context: AppContext) {
    const film = await authorize(context);
    const language = param(context, 'file').replace(/\.vtt$/, '');
    const found =
      film.manifest.captions.find((each) => each.language === language) ?? throwError(notInFilm());
    return sendFile(deps, {
      context,
      filmPackage: film,
      uri: found.uri,
      type: 'text/vtt; charset=UTF-8',
    });
  }

  async function media(context: AppContext) {
    const film = await authorize(context);
    const uri = param(context, 'uri');
    if (!mediaUris(film.manifest).has(uri)) throw notInFilm();
    return sendFile(deps, { context, filmPackage: film, uri, type: 'video/mp4' });
  }

  for (const path of [base, `${base}/t/:token`]) {
    app.get(`${path}/:file{[\\w-]+\\.m3u8}`, playlist);
    app.get(`${path}/keys/:keyIndex`, key);
    app.get(`${path}/captions/:file{[\\w-]+\\.vtt}`, caption);
    app.get(`${path}/media/:uri{.+}`, media);
  }
}

function tokensOf(context: AppContext): string[] {
  const bearer = bearerToken(context);
  if (bearer) return [bearer];
  const pathToken = context.req.param('token');
  // Native players keep the first address. After its token expires, the cookie, which every renewal
  // updates, authorises the player. A copied address has no cookie and stops working with its
  // token.
  return pathToken ? [pathToken, getCookie(context, COOKIE) ?? ''] : [];
}

function setPlayCookie({ config }: Deps, context: AppContext): void {
  const token = context.req.param('token');
  if (!token) return;
  const path = context.req.path.split('/t/', 1)[0];
  setCookie(context, COOKIE, token, {
    path,
    ...cookieOptions(config, 'Strict'),
    maxAge: PLAY_LEASE_SECONDS,
  });
}

/** The manifest names `uri`; the path is checked again as a second defence. */
async function sendFile(
  { config, log }: Deps,
  {
    context,
    filmPackage: { packageKey },
    uri,
    type,
  }: { context: AppContext; filmPackage: FilmPackage; uri: string; type: string },
): Promise<Response> {
  const folder = resolve(config.mediaDir, 'packages', packageKey);
  const file = resolve(folder, uri);
  if (!file.startsWith(folder + sep)) throw notInFilm();
  const size = await fileSize(file);
  if (size === null) {
    log.error({ file }, 'a file of a package is missing');
    throw notInFilm();
  }
  return context.body(await readFileBody(file, size), 200, {
    'Content-Type': type,
    'Content-Length': String(size),
    'Cache-Control': SEGMENT_CACHE,
  });
}
