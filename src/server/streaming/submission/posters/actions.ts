import { randomUUID } from 'node:crypto';
import type { SubmissionPoster } from '#contract/submission.ts';
import { PICTURE_MAX_MEGAPIXELS } from '#domain/images.ts';
import { DAY } from '#domain/limits/durations.ts';
import {
  POSTER_MIN_SIDE_PIXELS,
  POSTER_MAX_BYTES,
  POSTER_MAX_MEGABYTES,
  POSTER_MAX_SIDE_PIXELS,
} from '#domain/poster-upload.ts';
import { submissionRefusals as text } from '#messages/submission-refusals.ts';
import type { Deps, Viewer } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { RefusalValues } from '../../../refusals.ts';
import { MediaFolderError } from '../../../ports/media/errors.ts';
import { PosterRefused } from '../../../ports/media/poster-picture.ts';
import type { PosterStorage } from '../../../ports/media/poster-storage.ts';
import type { Limit } from '../../../rate-limits.ts';
import {
  deleteUnusedBefore,
  deleteUnusedBeyond,
  insertPoster,
  isPosterOf,
  filterKnownKeys,
} from './queries.ts';

const UPLOAD_LIMIT: Limit = {
  name: 'posters',
  points: 30,
  seconds: 3600,
  message: text.tooManyPosters,
};
/** Chosen: per maker, the posters without a film; a new upload deletes the oldest. */
const MAX_UNUSED = 20;
const UNUSED_DAYS = 30;

interface Upload {
  body: ReadableStream<Uint8Array> | null;
  /** The Content-Length header, used only to refuse a large upload early. */
  length: number | null;
}

/**
 * Stores a poster for a later submission. Throws too_many_requests, poster_format, poster_broken,
 * poster_small, poster_large, poster_pixels, poster_memory, poster_heavy, poster_interrupted; a
 * refused upload leaves no file.
 */
export async function storePoster(
  deps: Deps,
  {
    storage,
    viewer: { userId },
    upload: { body, length },
  }: { storage: PosterStorage; viewer: Viewer; upload: Upload },
): Promise<SubmissionPoster> {
  await deps.limits.use(UPLOAD_LIMIT, String(userId));
  const posterKey = randomUUID();
  try {
    if (length !== null && length > POSTER_MAX_BYTES) throw new PosterRefused('heavy');
    if (!body) throw new PosterRefused('format');
    const size = await storage.store(posterKey, body);
    await insertPoster(deps.db, { posterKey, userId, uploadedAt: deps.now() });
    await storage.remove(await deleteUnusedBeyond(deps.db, userId, MAX_UNUSED));
    return { posterKey, ...size };
  } catch (error) {
    if (!(error instanceof PosterRefused)) await storage.remove([posterKey]);
    throw toAppError(deps, error);
  }
}

/** The values of the sentence of each refusal. */
const LIMITS = {
  format: [],
  broken: [],
  small: [POSTER_MIN_SIDE_PIXELS],
  large: [POSTER_MAX_SIDE_PIXELS],
  pixels: [PICTURE_MAX_MEGAPIXELS],
  memory: [],
  heavy: [POSTER_MAX_MEGABYTES],
  interrupted: [],
} satisfies { [Reason in PosterRefused['reason']]: RefusalValues<`poster_${Reason}`> };

function toAppError({ log }: Deps, error: unknown): unknown {
  if (error instanceof PosterRefused)
    return new AppError(`poster_${error.reason}`, LIMITS[error.reason] as never);
  if (!(error instanceof MediaFolderError)) return error;
  log.error({ err: error }, 'a poster could not be stored');
  return new AppError('poster_no_room');
}

/** Throws poster_not_found, also for another maker's poster. */
export async function readPoster(
  { db }: Deps,
  {
    storage,
    viewer: { userId },
    posterKey,
  }: { storage: PosterStorage; viewer: Viewer; posterKey: string },
) {
  const picture = (await isPosterOf(db, userId, posterKey)) ? await storage.read(posterKey) : null;
  if (!picture) throw new AppError('poster_not_found');
  return picture;
}

/**
 * Runs nightly. Deletes posters without a film after a month, and files that a crash or a deleted
 * account left.
 */
export async function deleteUnusedPosters(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  storage: PosterStorage,
): Promise<void> {
  await storage.remove(await deleteUnusedBefore(db, new Date(now().getTime() - UNUSED_DAYS * DAY)));
  // A day, because a file is stored shortly before its row.
  const yesterday = new Date(now().getTime() - DAY);
  const keys = await storage.keysOlderThan(yesterday);
  const knownKeys = await filterKnownKeys(db, keys.filter(isKey));
  await storage.remove(keys.filter((key) => !knownKeys.has(key)));
  await storage.removeIncomplete(yesterday);
}

const isKey = (name: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
