import { zodResolver } from '@hookform/resolvers/zod';
import { atom } from 'nanostores';
import { ApiError } from '#api/errors.ts';
import { postFilm, postGenre } from '#api/submission.ts';
import { Declarations } from '#contract/submission-steps.ts';
import { local } from '#domain/dates.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href } from '#routes.ts';
import { serverNow } from './clock.ts';
import { goInstead } from './lib/navigate.ts';
import { codeOf, createTask } from './lib/status.ts';
import { notify } from './notices.ts';
import { contactDraft, declarationDraft, filmDraft, removeDrafts } from './submission-draft.ts';
import { $fee, isPaid, keepFee } from './submission-fee-state.ts';
import { openFee } from './submission-fee.ts';
import { chosenGenres } from './submission-genres.ts';
import { posterArrived } from './submission-poster.ts';
import { goToStep, incompleteStep } from './submission-wizard.ts';

export type { Declarations };

/** The film is in, its drafts are gone and the page is on its way. */
export const $isSent = atom(false);

/** Today where the maker is, as a date field has it. */
export const today = (now: Date = serverNow()): string => local(now)!.format('YYYY-MM-DD');

/** What step 3 begins with. Chosen: who has not named another day signs today, on whichever day the draft is opened again. */
export function declarationsBegun(): Declarations {
  const { fee: _, contactSignDate, ...draft } = declarationDraft.read();
  return { ...draft, contactSignDate: contactSignDate || today() };
}

export function keepDeclarations({ contactSignDate, ...values }: Declarations) {
  if ($isSent.get()) return;
  declarationDraft.keep({ ...values, contactSignDate: contactSignDate === today() ? '' : contactSignDate });
}

/** Spec §5: an amount above 0 must be paid. */
function feeMissing({ contactPayment }: Declarations): string {
  const { fee, step } = $fee.get();
  const isAmount = Declarations.shape.contactPayment.safeParse(contactPayment).success;
  if (!isAmount || Number(contactPayment) === 0 || isPaid(fee)) return '';
  return step === 'confirming' ? text.bankFirst : text.methodRequired;
}

export const declarationsResolver = zodResolver(
  Declarations.superRefine((values, { addIssue }) => {
    const message = feeMissing(values);
    if (message) addIssue({ code: 'custom', path: ['contactPaymentMethod'], message });
  }),
);

// ---------- sending ----------

/** Spec §9: what goes with every film; the server has the last word on it. */
const DEFAULTS = { active: 'N', ticketRate: 0, ageRating: 1, image: '-', moviePoster: '-' };

/** The three parts as the wire wants them (spec §3). */
function submission() {
  const { step: _, genres, ...film } = filmDraft.read();
  const { contactSignature, contactPlace, contactSignDate, contactPayment } = declarationDraft.read();
  return {
    ...film,
    genres: chosenGenres(genres).map(({ genreId }) => genreId),
    ...contactDraft.read(),
    contactSignature,
    contactPlace,
    contactSignDate: (contactSignDate || today()).split('-').toReversed().join('-'),
    ...payment(Number(contactPayment)),
    ...DEFAULTS,
  };
}

/** Spec §4: empty at first; PAID with its number and the whole amount; CANCELLED with an amount of 0. */
function payment(contactPayment: number) {
  const { fee } = $fee.get();
  const isFeePaid = contactPayment > 0 && isPaid(fee);
  return {
    contactPayment,
    contactPaymentMethod: fee?.paymentMode ?? '',
    contactPaymentPaid: isFeePaid ? contactPayment : 0,
    contactPaymentStatus: isFeePaid ? 'PAID' : fee?.paymentStatus === 'CANCELLED' ? 'CANCELLED' : '',
    contactPaymentTransno: isFeePaid ? fee!.paymentTransactionNo : '',
  };
}

/** The film is in; what of its genres did not arrive is sent again with it. */
class GenreLinkError extends Error {
  override readonly name = 'GenreLinkError';
}

/** Spec §4, §8: the film, then each of its genres; only then the drafts go, and the maker goes home. */
export const submitFilm = createTask(async () => {
  if ($isSent.get()) return;
  const missing = chosenGenres(filmDraft.read().genres).length === 0 ? 1 : incompleteStep();
  if (missing) return sendBack(missing);
  await posterArrived();
  const { movieId } = await postFilm(submission()).catch(reconsiderFee);
  await linkGenres(movieId);
  $isSent.set(true);
  removeDrafts();
  notify('success', text.created);
  goInstead(href('home'));
}, explain);

// A page that Back brings to life again is there for another film.
globalThis.addEventListener?.('pageshow', ({ persisted }) => persisted && $isSent.set(false));

function explain(error: unknown): string {
  if (error instanceof GenreLinkError) return text.genreFailed;
  return (error instanceof ApiError && error.message) || text.createFailed;
}

function sendBack(step: 1 | 2 | 3) {
  notify('error', text.stepIncomplete);
  goToStep(step);
}

async function linkGenres(movieId: number) {
  try {
    for (const { genreId, ordering } of chosenGenres(filmDraft.read().genres))
      await postGenre(movieId, { genreId, active: 'Y', ordering });
  } catch (cause) {
    // Somebody has begun to watch the film: its genres, which came with it, can no longer be changed.
    if (codeOf(cause) === 'submission_reviewed') return;
    throw new GenreLinkError('A genre was not linked', { cause });
  }
}

/** The fee is another film's by now, or not what this page believed: the page learns how it stands. */
async function reconsiderFee(error: unknown): Promise<never> {
  if (codeOf(error) === 'fee_used') keepFee(null);
  if (['fee_used', 'fee_not_paid', 'price_changed'].includes(codeOf(error))) await openFee();
  throw error;
}
