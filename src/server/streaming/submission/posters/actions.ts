import { randomUUID } from 'node:crypto';
import type { SubmissionPoster } from '#contract/submission.ts';
import { DAY } from '#domain/limits.ts';
import {
  POSTER_LEAST_SIDE,
  POSTER_MOST_BYTES,
  POSTER_MOST_MEGABYTES,
  POSTER_MOST_MEGAPIXELS,
  POSTER_MOST_SIDE,
} from '#domain/poster.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError, type ErrorKind } from '../../../errors.ts';
import { MediaFolderError } from '../../../ports/media/errors.ts';
import { PosterRefused } from '../../../ports/media/poster-picture.ts';
import type { PosterShelf } from '../../../ports/media/poster-shelf.ts';
import type { Limit } from '../../../rate-limits.ts';
import { dropUnusedBefore, dropUnusedBeyond, insertPoster, isPosterOf, knownKeys } from './queries.ts';

const LIMIT: Limit = { name: 'posters', points: 30, seconds: 3600, message: text.tooManyPosters };
/** Chosen: of pictures that no film has, a maker keeps so many; the oldest goes for a new one. */
const MOST_UNUSED = 20;
/** Chosen: as long as a draft may lie. */
const UNUSED_DAYS = 30;

interface Upload {
  body: ReadableStream<Uint8Array> | null;
  /** As announced; not believed, but what announces too much is not even read. */
  length: number | null;
}

/**
 * Keeps a picture for a film that is to be submitted. Throws too_many_requests, and for a picture that is not taken
 * poster_format, poster_broken, poster_small, poster_large, poster_pixels, poster_heavy, poster_interrupted; then nothing stays.
 */
export async function keepPoster(
  deps: Deps,
  shelf: PosterShelf,
  { userId }: Viewer,
  { body, length }: Upload,
): Promise<SubmissionPoster> {
  await deps.limits.use(LIMIT, String(userId));
  const posterKey = randomUUID();
  try {
    if (length !== null && length > POSTER_MOST_BYTES) throw new PosterRefused('heavy');
    if (!body) throw new PosterRefused('format');
    const size = await shelf.keep(posterKey, body);
    await insertPoster(deps.db, { posterKey, userId, uploadedAt: deps.now() });
    await shelf.remove(await dropUnusedBeyond(deps.db, userId, MOST_UNUSED));
    return { posterKey, ...size };
  } catch (error) {
    if (!(error instanceof PosterRefused)) await shelf.remove([posterKey]);
    throw inWords(deps, error);
  }
}

const REFUSALS: Record<PosterRefused['reason'], [kind: ErrorKind, message: string]> = {
  format: ['invalid', text.notAPicture],
  broken: ['invalid', text.brokenPicture],
  small: ['invalid', text.smallPicture(POSTER_LEAST_SIDE)],
  large: ['invalid', text.largePicture(POSTER_MOST_SIDE)],
  pixels: ['invalid', text.manyPixels(POSTER_MOST_MEGAPIXELS)],
  heavy: ['too_large', text.heavyPicture(POSTER_MOST_MEGABYTES)],
  interrupted: ['malformed', text.interrupted],
};

function inWords({ log }: Deps, error: unknown): unknown {
  if (error instanceof PosterRefused) {
    const [kind, message] = REFUSALS[error.reason];
    return new AppError(kind, `poster_${error.reason}`, message);
  }
  if (!(error instanceof MediaFolderError)) return error;
  log.error({ err: error }, 'a poster could not be kept');
  return new AppError('unavailable', 'poster_no_room', text.noRoom);
}

/** An own picture. Throws poster_not_found, also for another maker's. */
export async function readPoster({ db }: Deps, shelf: PosterShelf, { userId }: Viewer, posterKey: string) {
  const picture = (await isPosterOf(db, userId, posterKey)) ? await shelf.read(posterKey) : null;
  if (!picture) throw new AppError('not_found', 'poster_not_found', text.posterNotFound);
  return picture;
}

/** Nightly: pictures that no film has after a month, and files that a crash or a deleted account left. */
export async function sweepPosters({ db, now }: Pick<Deps, 'db' | 'now'>, shelf: PosterShelf): Promise<void> {
  await shelf.remove(await dropUnusedBefore(db, new Date(now().getTime() - UNUSED_DAYS * DAY)));
  // A day, since a picture lies there for a moment before its row is written.
  const yesterday = new Date(now().getTime() - DAY);
  const keys = await shelf.keysBefore(yesterday);
  const known = await knownKeys(db, keys.filter(isKey));
  await shelf.remove(keys.filter((key) => !known.has(key)));
  await shelf.clear(yesterday);
}

const isKey = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
