import { zodResolver } from '@hookform/resolvers/zod';
import { atom } from 'nanostores';
import { ApiError } from '#api/errors.ts';
import { postFilm, postGenre } from '#api/submission.ts';
import { Declarations } from '#contract/submission-steps.ts';
import { localDay, toWire } from '#domain/dates.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { submittedFilmPath } from '#routes.ts';
import { serverNow } from '../server-clock.ts';
import { replacePage } from '../lib/navigate.ts';
import { apiErrorCode, apiErrorWithCode } from '../lib/call-errors.ts';
import { createTask } from '../lib/task.ts';
import { notify, notifyOnNextPage } from '../notices/notices.ts';
import { contactDraft, declarationDraft, filmDraft, removeDrafts } from './draft.ts';
import { $fee, isPaid, openFee, saveFee } from './fee.ts';
import { chosenGenres, waitForGenres } from './genres.ts';
import { waitForPosterUpload } from './poster.ts';
import { goToStep, incompleteStep } from './wizard.ts';

export type { Declarations };

export const $isSent = atom(false);

/** `YYYY-MM-DD` in the maker's zone. */
export const today = (now: Date = serverNow()): string => localDay(now);

/** Chosen: an unchanged date is always today, also when the draft is opened on another day. */
export function initialDeclarations(): Declarations {
  const { fee: _, contactSignDate, ...draft } = declarationDraft.read();
  return { ...draft, contactSignDate: contactSignDate || today() };
}

export function saveDeclarations({ contactSignDate, ...values }: Declarations) {
  if ($isSent.get()) return;
  declarationDraft.save({
    ...values,
    contactSignDate: contactSignDate === today() ? '' : contactSignDate,
  });
}

/** Spec §5: an amount above 0 must be paid. The name of a text; null if valid. */
export function feeError({ contactPayment }: Declarations) {
  const { fee, step } = $fee.get();
  const isAmount = Declarations.shape.contactPayment.safeParse(contactPayment).success;
  if (!isAmount || Number(contactPayment) === 0 || isPaid(fee)) return null;
  if (step === 'held') return 'decisionFirst';
  return step === 'confirming' ? 'bankFirst' : 'methodRequired';
}

export const declarationsResolver = zodResolver(
  Declarations.superRefine((values, { addIssue }) => {
    const error = feeError(values);
    const path = ['contactPaymentMethod'];
    if (error) addIssue({ code: 'custom', path, message: text[error] });
  }),
);

/** Spec §3, §9; the server ignores these values. */
const DEFAULTS = { active: 'N', ticketRate: 0, ageRating: 1, image: '-', moviePoster: '-' };

function submissionBody() {
  const { step: _, genres, ...film } = filmDraft.read();
  const { contactSignature, contactPlace, contactSignDate, contactPayment } =
    declarationDraft.read();
  return {
    ...film,
    genres: chosenGenres(genres).map(({ genreId }) => genreId),
    ...contactDraft.read(),
    contactSignature,
    contactPlace,
    contactSignDate: (contactSignDate || today()).split('-').toReversed().join('-'),
    ...paymentFields(Number(contactPayment)),
    releaseDate: toWire(serverNow()),
    ...DEFAULTS,
  };
}

/** Spec §4. */
function paymentFields(contactPayment: number) {
  const { fee } = $fee.get();
  const isFeePaid = contactPayment > 0 && isPaid(fee);
  return {
    contactPayment,
    contactPaymentMethod: fee?.paymentMode ?? '',
    contactPaymentPaid: isFeePaid ? contactPayment : 0,
    contactPaymentStatus: isFeePaid
      ? 'PAID'
      : fee?.paymentStatus === 'CANCELLED'
        ? 'CANCELLED'
        : '',
    contactPaymentTransno: isFeePaid ? fee.paymentTransactionNo : '',
  };
}

/** The film was submitted, but not all genres. Submitting again repeats both. */
class GenreLinkError extends Error {
  override readonly name = 'GenreLinkError';
}

/**
 * Spec §4, §8: submits the film, then each genre, then removes the drafts. Chosen: opens the page
 * of the submitted film instead of the home page, which would not say what was received and what
 * follows.
 */
export const submitFilm = createTask(async () => {
  if ($isSent.get()) return;
  await waitForGenres();
  const missing = chosenGenres(filmDraft.read().genres).length === 0 ? 1 : incompleteStep();
  if (missing) return openIncompleteStep(missing);
  await waitForPosterUpload();
  const { movieId } = await postFilm(submissionBody()).catch(refreshFeeIfOutdated);
  await linkGenres(movieId);
  $isSent.set(true);
  removeDrafts();
  notifyOnNextPage('success', text.created);
  replacePage(submittedFilmPath(movieId));
}, explainSubmitError);

// The maker may submit another film on a page restored from the back/forward cache.
globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && $isSent.set(false));

function explainSubmitError(error: unknown) {
  if (error instanceof GenreLinkError)
    return { error: text.genreFailed, note: text.genreFailedNote };
  return error instanceof ApiError && error.message
    ? error.message
    : { error: text.createFailed, note: text.createFailedNote };
}

function openIncompleteStep(step: 1 | 2 | 3) {
  notify('error', text.stepIncomplete);
  goToStep(step);
}

async function linkGenres(movieId: number) {
  try {
    for (const { genreId, ordering } of chosenGenres(filmDraft.read().genres))
      await postGenre(movieId, { genreId, active: 'Y', ordering });
  } catch (cause) {
    // The review has started, so the genres can no longer change. They were already part of the
    // submission.
    if (apiErrorCode(cause) === 'submission_reviewed') return;
    throw new GenreLinkError('A genre was not linked', { cause });
  }
}

/** Reloads the fee if it was used for another film or has changed. */
async function refreshFeeIfOutdated(error: unknown): Promise<never> {
  if (apiErrorCode(error) === 'fee_used') saveFee(null);
  if (apiErrorWithCode(error, 'fee_used', 'fee_not_paid', 'price_changed')) await openFee();
  throw error;
}
