import { createHmac } from 'node:crypto';
import { isEqualConstantTime } from '../../../is-equal-constant-time.ts';
import { type FolderSigner, unixSeconds } from './signed-folder.ts';

/**
 * `/media/signed/<expires>.<signature>/packages/<packageKey>/240p/00001.m4s`; for a download
 * `<expires>.<orderId>.<signature>`.
 */
const SIGNED_PREFIX = '/media/signed';

/**
 * Chosen: players may cache segments for five minutes, so that short seeks back cost nothing.
 * Segments are encrypted.
 */
export const SEGMENT_CACHE = 'private, max-age=300';

const signature = (secret: string, fields: string[]) =>
  createHmac('sha256', secret)
    .update(['media', ...fields].join('|'))
    .digest('base64url');

export const serverSigner =
  (secret: string): FolderSigner =>
  (folder, { expires, network, orderId }) => {
    const until = String(unixSeconds(expires));
    const download = orderId === undefined ? [] : [String(orderId)];
    const parts = [until, ...download, signature(secret, [folder, until, network, ...download])];
    return { base: `${SIGNED_PREFIX}/${parts.join('.')}${folder}`, query: '' };
  };

const SIGNED_FILE =
  /^\/media\/signed\/(?<until>\d{1,12})\.(?:(?<orderId>\d{1,10})\.)?(?<given>[\w-]{43})(?<folder>\/packages\/[\w-]+\/)(?<file>[\w./-]+)$/;
/** Segments, init files and the seek previews. */
const PLAYER_FILE = /^(?:[\w-]+\/[\w-]+\.(?:m4s|mp4)|sprite\.webp)$/;
/** A player gets captions from the API. */
const DOWNLOAD_FILE = /^(?:manifest\.json|captions\/[\w-]+\.vtt)$/;

/**
 * The order of a download's address, which is genuine if `resolveSignedPath` returns a file; null
 * for a player's address.
 */
export const downloadOrderOf = (pathname: string): number | null => {
  const orderId = /^\/media\/signed\/\d+\.(\d{1,10})\./.exec(pathname)?.[1];
  return orderId === undefined ? null : Number(orderId);
};

/**
 * Returns the file that a signed address opens for this network now, relative to the media folder;
 * null if none.
 */
export function resolveSignedPath({
  secrets,
  pathname,
  network,
  now,
}: {
  secrets: readonly string[];
  pathname: string;
  network: string;
  now: Date;
}): string | null {
  const {
    until = '',
    orderId,
    given = '',
    folder = '',
    file = '',
  } = SIGNED_FILE.exec(pathname)?.groups ?? {};
  const download = orderId === undefined ? [] : [orderId];
  const isServed = PLAYER_FILE.test(file) || (orderId !== undefined && DOWNLOAD_FILE.test(file));
  if (!isServed || Number(until) * 1000 <= now.getTime()) return null;
  const fields = [folder, until, network, ...download];
  const isGenuine = secrets.some((secret) => isEqualConstantTime(given, signature(secret, fields)));
  return isGenuine ? `${folder}${file}` : null;
}
