import { map } from 'nanostores';
import { dataUrl } from '#api/data-url.ts';
import { fetchPoster, uploadPoster } from '#api/submission.ts';
import { POSTER_MAX_BYTES, POSTER_MAX_MEGABYTES } from '#domain/poster-upload.ts';
import { submissionRefusals as refusals } from '#messages/submission-refusals.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { errorText, isNotFound } from '../lib/call-errors.ts';
import { notify } from '../notices/notices.ts';
import { filmDraft } from './draft.ts';

interface PosterField {
  status: 'none' | 'sending' | 'saved';
  /** A data URL; null while loading. */
  preview: string | null;
  error: string;
}
const none: PosterField = { status: 'none', preview: null, error: '' };

export const $poster = map<PosterField>({ ...none });

let newestRequest: AbortController | undefined;
const startRequest = () => {
  newestRequest?.abort();
  return (newestRequest = new AbortController());
};

export async function openPoster() {
  const { posterKey } = filmDraft.read();
  const { signal } = startRequest();
  $poster.set({ ...none, status: posterKey ? 'saved' : 'none' });
  if (posterKey) await showPoster(posterKey, signal);
}

let upload: Promise<unknown> = Promise.resolve();
export const waitForPosterUpload = () => upload;

/** The previous poster stays until the upload succeeds. */
export const choosePoster = (picture: File) => (upload = sendPoster(picture));

async function sendPoster(picture: File) {
  const { signal } = startRequest();
  const previous = $poster.get();
  const keepPrevious = (error: string) => {
    $poster.set({ ...previous, status: filmDraft.read().posterKey ? 'saved' : 'none', error });
    // The toast is visible at later steps too.
    notify('error', error);
  };
  if (picture.size > POSTER_MAX_BYTES)
    return keepPrevious(refusals.pictureFileTooLarge(POSTER_MAX_MEGABYTES));
  $poster.set({ status: 'sending', preview: null, error: '' });
  try {
    const { posterKey } = await uploadPoster(picture, signal);
    if (signal.aborted) return undefined;
    filmDraft.save({ posterKey });
    $poster.set({ status: 'saved', preview: null, error: '' });
    return await showPoster(posterKey, signal);
  } catch (error) {
    return signal.aborted ? undefined : keepPrevious(errorText(error));
  }
}

export function removePoster() {
  startRequest();
  filmDraft.save({ posterKey: null });
  $poster.set({ ...none });
}

async function showPoster(posterKey: string, signal: AbortSignal) {
  try {
    const preview = await fetchPosterDataUrl(posterKey);
    if (!signal.aborted) $poster.setKey('preview', preview);
  } catch (error) {
    // If the error is not 404, the poster stays, without a preview.
    if (signal.aborted || !isNotFound(error)) return;
    filmDraft.save({ posterKey: null });
    $poster.set({ ...none, error: text.posterMissing });
  }
}

/**
 * Only the maker may see the poster: the request needs the token, which an `<img>` URL cannot send.
 */
const fetchPosterDataUrl = async (posterKey: string): Promise<string> =>
  dataUrl(await fetchPoster(posterKey));

/** Null if it was deleted or cannot be loaded. */
export const fetchSubmittedPoster = (posterKey: string): Promise<string | null> =>
  fetchPosterDataUrl(posterKey).catch(() => null);
