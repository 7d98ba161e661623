import { createHmac } from 'node:crypto';
import { isSame } from '../../../tokens.ts';
import { type FolderSigner, unixSeconds } from './signed-folder.ts';

/** Where the house serves signed files: `/media/signed/<expires>.<signature>/packages/<packageKey>/240p/00001.m4s`. */
const SIGNED = '/media/signed';

/** Chosen: a player may keep a segment it just had, so that a short seek back costs nothing; encrypted as it is, it is no film. */
export const SEGMENT_CACHE = 'private, max-age=300';

const signature = (secret: string, folder: string, expires: string, network: string) =>
  createHmac('sha256', secret).update(`media|${folder}|${expires}|${network}`).digest('base64url');

export const ownSigner =
  (secret: string): FolderSigner =>
  (folder, { expires, network }) => {
    const until = String(unixSeconds(expires));
    return { base: `${SIGNED}/${until}.${signature(secret, folder, until, network)}${folder}`, query: '' };
  };

/** A film's segments, their init files, and the previews of its seek bar; what else lies in a package is no player's business. */
const SIGNED_FILE =
  /^\/media\/signed\/(?<until>\d{1,12})\.(?<given>[\w-]{43})(?<folder>\/packages\/[\w-]+\/)(?<file>[\w-]+\/[\w-]+\.(?:m4s|mp4)|sprite\.webp)$/;

/** The file under the media folder that a signed address opens for this network now; null when it opens none. */
export function openSigned(secrets: readonly string[], pathname: string, network: string, now: Date): string | null {
  const { until = '', given = '', folder = '', file = '' } = SIGNED_FILE.exec(pathname)?.groups ?? {};
  if (!file || Number(until) * 1000 <= now.getTime()) return null;
  const isGenuine = secrets.some((secret) => isSame(given, signature(secret, folder, until, network)));
  return isGenuine ? `${folder}${file}` : null;
}
