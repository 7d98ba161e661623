import { map } from 'nanostores';
import { fetchPoster, uploadPoster } from '#api/submission.ts';
import { SUBMISSION_POSTER_MAX_BYTES } from '#domain/limits.ts';
import { submissionRefusals as refusals } from '#messages/submission-refusals.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { dataUrl } from './lib/data-url.ts';
import { errorText, isNotFound } from './lib/status.ts';
import { notify } from './notices.ts';
import { filmDraft } from './submission-draft.ts';

interface PosterField {
  status: 'none' | 'sending' | 'kept';
  /** The picture as the house has it; null while it is awaited. */
  preview: string | null;
  error: string;
}
const none: PosterField = { status: 'none', preview: null, error: '' };

export const $poster = map<PosterField>({ ...none });

let newest: AbortController | undefined;
/** Begins something that ends what was under way. */
const begin = () => {
  newest?.abort();
  return (newest = new AbortController());
};

/** The poster of the draft, when there is one. */
export async function openPoster() {
  const { posterKey } = filmDraft.read();
  const { signal } = begin();
  $poster.set({ ...none, status: posterKey ? 'kept' : 'none' });
  if (posterKey) await showPoster(posterKey, signal);
}

let arrival: Promise<unknown> = Promise.resolve();
/** Until the picture that is on its way has arrived, or will not. */
export const posterArrived = () => arrival;

/** Sends a picture; the one before stays the film's until this one has arrived. */
export const choosePoster = (picture: File) => (arrival = sendPoster(picture));

async function sendPoster(picture: File) {
  const { signal } = begin();
  const before = $poster.get();
  const stay = (error: string) => {
    $poster.set({ ...before, status: filmDraft.read().posterKey ? 'kept' : 'none', error });
    // The maker may be at a later step by now.
    notify('error', error);
  };
  if (picture.size > SUBMISSION_POSTER_MAX_BYTES)
    return stay(refusals.heavyPicture(SUBMISSION_POSTER_MAX_BYTES / 1024 / 1024));
  $poster.set({ status: 'sending', preview: null, error: '' });
  try {
    const { posterKey } = await uploadPoster(picture, signal);
    if (signal.aborted) return undefined;
    filmDraft.keep({ posterKey });
    $poster.set({ status: 'kept', preview: null, error: '' });
    return await showPoster(posterKey, signal);
  } catch (error) {
    return signal.aborted ? undefined : stay(errorText(error));
  }
}

export function removePoster() {
  begin();
  filmDraft.keep({ posterKey: null });
  $poster.set({ ...none });
}

async function showPoster(posterKey: string, signal: AbortSignal) {
  try {
    const preview = await posterPicture(posterKey);
    if (!signal.aborted) $poster.setKey('preview', preview);
  } catch (error) {
    // Anything else than its absence leaves the picture the film's, only unseen.
    if (signal.aborted || !isNotFound(error)) return;
    filmDraft.keep({ posterKey: null });
    $poster.set({ ...none, error: text.posterGone });
  }
}

/** Only its maker may see it, so it comes with the token and not by an address. */
const posterPicture = async (posterKey: string): Promise<string> => dataUrl(await fetchPoster(posterKey));

/** The poster of a film that was sent in; null where it is not kept any more, or does not come. */
export const sentPoster = (posterKey: string): Promise<string | null> => posterPicture(posterKey).catch(() => null);
