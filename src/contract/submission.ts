import { z } from 'zod';
import { FILM_FIELDS } from '#domain/film-fields.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { SUBMISSION_FEE_MAX } from '#domain/limits/money.ts';
import { SUBMISSION_STAGES } from '#domain/submission-tracker.ts';
import { ACTIVE } from '#domain/active.ts';
import { cleanComments } from '#domain/review.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { PaymentStatus } from './booking.ts';
import { Id } from './catalogue.ts';
import { endpoint, VIEWER_GET, VIEWER_POST, VIEWER_PUT } from './endpoint.ts';
import { Rupees } from './money.ts';
import { numberOrText, TypedRupees } from './numeric-text.ts';
import { checkoutWith, ChosenProvider, PaymentReport } from './payments.ts';
import { typedLine } from './typed-text.ts';

/** Spec §5: required, without a format or range. */
const requiredLine = (message: string, maxLength: number) =>
  typedLine(message).normalize('NFC').min(1, message).max(maxLength, text.tooLong(maxLength));
const requiredFilmField = (name: keyof typeof text.film, maxLength: number) =>
  requiredLine(text.required(text.film[name]), maxLength);
const descriptionRequired = text.required(text.film.movieDescription);
const { movieName, movieNameEn, countryOfProduction, primaryLanguage, movieDescription } =
  FILM_FIELDS;
/** Rupees. `minimum` is the rule for the smallest amount. */
const amount = (minimum: z.ZodNumber) =>
  numberOrText({ missing: text.amountRequired, unreadable: text.amountUnreadable }).pipe(
    minimum
      .max(SUBMISSION_FEE_MAX, text.amountTooLarge(displayRupees(SUBMISSION_FEE_MAX)))
      .multipleOf(0.01, text.amountUnreadable),
  );
const ignored = z.unknown().optional();

/** What the first step of the form asks about the film. Running time and years are free text (spec §5). */
export const FilmDetails = z.object({
  movieName: requiredFilmField('movieName', movieName.max),
  movieNameEn: requiredFilmField('movieNameEn', movieNameEn.max),
  countryOfProduction: requiredFilmField('countryOfProduction', countryOfProduction.max),
  runningTime: requiredFilmField('runningTime', 50),
  yearProduced: requiredFilmField('yearProduced', 50),
  yearReleased: requiredFilmField('yearReleased', 50),
  primaryLanguage: requiredFilmField('primaryLanguage', primaryLanguage.max).refine(
    (name) => !name.includes(';'),
    text.oneLanguage,
  ),
  website: requiredFilmField('website', 500),
  movieDescription: z
    .string(descriptionRequired)
    .overwrite(cleanComments)
    .min(1, descriptionRequired)
    .max(movieDescription.max, text.tooLong(movieDescription.max)),
});

/**
 * Spec §3 "Film submission payload". The server ignores `active`, `ticketRate`, `image`,
 * `moviePoster`, `releaseDate` and `ageRating`.
 */
export const FilmSubmission = FilmDetails.extend({
  contactName: requiredLine(text.nameRequired, 200),
  contactEmail: requiredLine(text.emailRequired, 254),
  contactPhone: requiredLine(text.phoneRequired, 30),
  contactSignature: requiredLine(text.signatureRequired, 200),
  contactPlace: requiredLine(text.placeRequired, 200),
  /** `DD-MM-YYYY` as the filmmaker saw it, or a wire date. */
  contactSignDate: requiredLine(text.dateRequired, 40),
  /** Rupees; 0 for no payment. */
  contactPayment: amount(z.number().nonnegative(text.amountRequired)).default(0),
  contactPaymentMethod: typedLine().max(40).nullish(),
  contactPaymentPaid: TypedRupees.nullish(),
  /** The status is only a hint: the server checks the fee of the transaction. */
  contactPaymentStatus: typedLine().max(20).nullish(),
  contactPaymentTransno: typedLine().max(100).nullish(),
  /** Chosen: sent with the film, so that a submitted film is never without genres. */
  genres: z.array(Id).max(50).default([]),
  /** Created with the draft. A repeated request with the same key submits the same film. */
  draftKey: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
  posterKey: z.uuid().nullish(),
  active: ignored,
  image: ignored,
  releaseDate: ignored,
  ticketRate: ignored,
  moviePoster: ignored,
  ageRating: ignored,
});
export type FilmSubmission = z.infer<typeof FilmSubmission>;

export const submitFilm = endpoint(VIEWER_POST, '/movies', {
  summary: 'Submit a film; it stays unpublished (`active: "N"`) and belongs to the caller',
  errors: [
    'fee_not_paid',
    'fee_used',
    'genre_not_found',
    'poster_not_found',
    'price_changed',
    'submissions_waiting',
    'too_many_requests',
  ],
  body: FilmSubmission,
  otherStatuses: [200],
  reply: z.object({ movieId: z.number() }),
  idempotent: true,
});

export const linkGenre = endpoint(VIEWER_POST, '/movies/:movieId/moviegenres', {
  summary: 'Set a genre of a submitted film; a repeated request updates it',
  errors: ['genre_not_found', 'movie_not_found', 'submission_reviewed'],
  params: z.object({ movieId: Id }),
  body: z.object({
    genreId: Id,
    active: z.enum(ACTIVE).default('Y'),
    ordering: z.number().int().min(0).max(1000).default(0),
  }),
  reply: z.object({
    movieId: z.number(),
    genreId: z.number(),
    active: z.enum(ACTIVE),
    ordering: z.number(),
  }),
  idempotent: true,
});

export const SubmissionFee = z.object({
  feeId: z.number(),
  feeNo: z.string(),
  amount: Rupees,
  /** PROCESSING also while a payment of another sum waits for the operator (`heldAmount`). */
  paymentStatus: PaymentStatus,
  paymentMode: z.string().nullable(),
  paymentTransactionNo: z.string().nullable(),
  /** What went back of a PAID or REFUNDED fee. */
  refundedAmount: Rupees,
  /** What was received and waits for the operator's decision; null without such a payment. */
  heldAmount: Rupees.nullable(),
  /** Null for a fee that was not used for a film yet. */
  movieId: z.number().nullable(),
});
export type SubmissionFee = z.infer<typeof SubmissionFee>;

const Fee = z.object({ fee: SubmissionFee });
export const feeCheckout = endpoint(VIEWER_POST, '/submissions/checkout', {
  summary: 'Start the payment of a submission fee; the same amount continues an open fee',
  errors: [
    'fee_paid',
    'fee_too_small',
    'payment_held',
    'payment_pending',
    'payments_not_set_up',
    'provider_away',
    'too_many_requests',
  ],
  body: z.object({
    amount: amount(z.number().positive(text.amountRequired)),
    provider: ChosenProvider,
  }),
  reply: checkoutWith(Fee.shape),
  idempotent: true,
});

const FeeId = z.object({ feeId: Id });
export const reportFeePayment = endpoint(VIEWER_PUT, '/submissions/fees/:feeId/payment', {
  summary: 'Report the outcome of a fee payment; only a hint, as for a ticket',
  errors: [
    'fee_not_found',
    'instrument_declined',
    'payment_not_proven',
    'payment_refused',
    'payments_not_set_up',
    'price_changed',
  ],
  params: FeeId,
  body: PaymentReport,
  reply: SubmissionFee,
  idempotent: true,
});
export const getFee = endpoint(VIEWER_GET, '/submissions/fees/:feeId', {
  summary: 'Get a submission fee of the caller',
  errors: ['fee_not_found'],
  params: FeeId,
  reply: SubmissionFee,
});
/** Chosen: if the draft is lost, the paid fee is still found and reused. */
export const unusedFee = endpoint(VIEWER_GET, '/submissions/fee', {
  summary: 'Get the paid or open fee that was not used for a film; null if there is none',
  reply: z.object({ fee: SubmissionFee.nullable() }),
});

/** The request body is the picture: JPEG, PNG or WebP. */
export const SUBMISSION_POSTER_PATH = '/submissions/posters';
export const SubmissionPoster = z.object({
  posterKey: z.uuid(),
  width: z.number(),
  height: z.number(),
});
export type SubmissionPoster = z.infer<typeof SubmissionPoster>;

export const submissionPoster = endpoint(VIEWER_GET, '/submissions/posters/:posterKey', {
  summary: 'Get an uploaded poster of the caller as stored (image/webp)',
  errors: ['poster_not_found'],
  params: z.object({ posterKey: z.uuid() }),
  reply: z.unknown(),
});

export const Submission = z.object({
  movieId: z.number(),
  movieName: z.string(),
  movieNameEn: z.string().nullable(),
  primaryLanguage: z.string(),
  genres: z.array(z.string()),
  posterKey: z.string().nullable(),
  stage: z.enum(SUBMISSION_STAGES),
  /** Reached stages, oldest first; dates are wire dates. */
  steps: z.array(
    z.object({ stage: z.enum(SUBMISSION_STAGES), at: z.string(), note: z.string().nullable() }),
  ),
  submittedAt: z.string(),
  /** Set for an accepted film with a date. */
  streamingStartDate: z.string().nullable(),
  movieKey: z.string().nullable(),
  fee: SubmissionFee.nullable(),
  /** The further fields of the form. The first three are null if the operator has removed them. */
  details: z.object({
    countryOfProduction: z.string().nullable(),
    yearProduced: z.string().nullable(),
    yearReleased: z.string().nullable(),
    runningTime: z.string(),
    website: z.string(),
    movieDescription: z.string(),
    contactName: z.string(),
    contactEmail: z.string(),
    contactPhone: z.string(),
  }),
  /**
   * Receives the mails about the film; null if neither the form nor the profile has a valid
   * address.
   */
  mailAddress: z.string().nullable(),
});
export type Submission = z.infer<typeof Submission>;

export const mySubmissions = endpoint(VIEWER_GET, '/submissions', {
  summary: 'List the films that the caller has submitted, newest first',
  reply: z.object({ content: z.array(Submission) }),
});
