import { toWire } from '#domain/dates.ts';
import {
  DOWNLOAD_GRANTS_PER_HOUR,
  DOWNLOAD_LEASE_SECONDS,
  renditionBytes,
} from '#domain/downloads.ts';
import type { Rendition } from '#domain/playlist.ts';
import { playbackRefusals as refusals } from '#messages/playback-refusals.ts';
import type { Deps, Viewer } from '../../deps.ts';
import { throwError } from '../../errors.ts';
import { perHour } from '../../rate-limits.ts';
import { requireOwnTicket } from '../booking/own-order.ts';
import { signFolder, ticketRequired } from './access.ts';
import { filmNotReady } from './actions.ts';
import { findFilmPackage, findUnendedTicket } from './queries.ts';

const GRANT_LIMIT = perHour('download-grants', DOWNLOAD_GRANTS_PER_HOUR, refusals.tooManyDownloads);

/**
 * Opens the encrypted files of the ticket's film, from the payment until the window closes; never a
 * key. Throws order_not_found, ticket_required, film_not_ready, too_many_requests.
 */
export async function grantDownload(
  deps: Deps,
  viewer: Viewer,
  { orderId, ip }: { orderId: number; ip: string },
) {
  const { db, config } = deps;
  const { order } = await requireOwnTicket(db, viewer, orderId);
  const now = deps.now();
  const ticket =
    (await findUnendedTicket(db, viewer.userId, order, now)) ?? throwError(ticketRequired());
  const film = (await findFilmPackage(db, order.movieId)) ?? throwError(filmNotReady());
  await deps.limits.use(GRANT_LIMIT, String(orderId));
  const { packageKey, manifest } = film;
  const expires = new Date(
    Math.min(now.getTime() + DOWNLOAD_LEASE_SECONDS * 1000, ticket.bookingEndTime.getTime()),
  );
  return {
    packageKey,
    media: signFolder(config, packageKey, { expires, ip, orderId }),
    expiresAt: toWire(expires),
    isEstimate: manifest.renditions.some(({ segments }) =>
      segments.some(({ bytes }) => bytes === undefined),
    ),
    renditions: manifest.renditions.map(toDownloadRendition),
  };
}

const toDownloadRendition = (rendition: Rendition) => ({
  name: rendition.name,
  kind: rendition.kind,
  codecs: rendition.codecs,
  bandwidth: rendition.bandwidth,
  width: rendition.kind === 'video' ? rendition.width : 0,
  height: rendition.kind === 'video' ? rendition.height : 0,
  bytes: renditionBytes(rendition),
});
