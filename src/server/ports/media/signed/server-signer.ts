import { createHmac } from 'node:crypto';
import { isEqualConstantTime } from '../../../is-equal-constant-time.ts';
import { type FolderSigner, unixSeconds } from './signed-folder.ts';

/** `/media/signed/<expires>.<signature>/packages/<packageKey>/240p/00001.m4s` */
const SIGNED_PREFIX = '/media/signed';

/** Chosen: players may cache segments for five minutes, so that short seeks back cost nothing. Segments are encrypted. */
export const SEGMENT_CACHE = 'private, max-age=300';

const signature = (secret: string, folder: string, expires: string, network: string) =>
  createHmac('sha256', secret).update(`media|${folder}|${expires}|${network}`).digest('base64url');

export const serverSigner =
  (secret: string): FolderSigner =>
  (folder, { expires, network }) => {
    const until = String(unixSeconds(expires));
    return { base: `${SIGNED_PREFIX}/${until}.${signature(secret, folder, until, network)}${folder}`, query: '' };
  };

/** Only segments, init files and the seek previews are served to players. */
const SIGNED_FILE =
  /^\/media\/signed\/(?<until>\d{1,12})\.(?<given>[\w-]{43})(?<folder>\/packages\/[\w-]+\/)(?<file>[\w-]+\/[\w-]+\.(?:m4s|mp4)|sprite\.webp)$/;

/** Returns the file that a signed address opens for this network now, relative to the media folder; null if none. */
export function resolveSignedPath(
  secrets: readonly string[],
  pathname: string,
  network: string,
  now: Date,
): string | null {
  const { until = '', given = '', folder = '', file = '' } = SIGNED_FILE.exec(pathname)?.groups ?? {};
  if (!file || Number(until) * 1000 <= now.getTime()) return null;
  const isGenuine = secrets.some((secret) => isEqualConstantTime(given, signature(secret, folder, until, network)));
  return isGenuine ? `${folder}${file}` : null;
}
