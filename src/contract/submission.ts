import { z } from 'zod';
import { SUBMISSION_FEE_MAX } from '#domain/limits.ts';
import { displayRupees } from '#domain/pricing.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { PaymentStatus } from './booking.ts';
import { Id } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { PaymentReport, PaypalCheckout, RazorpayCheckout } from './payments.ts';

/** Spec §5: required, and nothing is asked of format or range. */
const required = (message: string, most: number) =>
  z.string(message).trim().min(1, message).max(most, text.tooLong(most));
const ofFilm = (name: keyof typeof text.film, most: number) => required(text.required(text.film[name]), most);
/** Rupees. */
const Amount = z
  .number(text.amountRequired)
  .max(SUBMISSION_FEE_MAX, text.amountTooLarge(displayRupees(SUBMISSION_FEE_MAX)))
  .multipleOf(0.01, text.amountUnreadable);
const ignored = z.unknown().optional();

/**
 * A film as its maker submits it (spec §3 "Film submission payload"). Running time and years are free text (spec §5).
 * `active`, `ticketRate`, `image`, `moviePoster`, `releaseDate`, `ageRating` travel with the specification's own defaults;
 * the server decides them.
 */
export const FilmSubmission = z.object({
  movieName: ofFilm('movieName', 200),
  movieNameEn: ofFilm('movieNameEn', 200),
  countryOfProduction: ofFilm('countryOfProduction', 100),
  runningTime: ofFilm('runningTime', 50),
  yearProduced: ofFilm('yearProduced', 50),
  yearReleased: ofFilm('yearReleased', 50),
  primaryLanguage: ofFilm('primaryLanguage', 100),
  website: ofFilm('website', 500),
  movieDescription: ofFilm('movieDescription', 5000),
  contactName: required(text.nameRequired, 200),
  contactEmail: required(text.emailRequired, 254),
  contactPhone: required(text.phoneRequired, 30),
  contactSignature: required(text.signatureRequired, 200),
  contactPlace: required(text.placeRequired, 200),
  /** `DD-MM-YYYY` as the maker saw it, or a wire date. */
  contactSignDate: required(text.dateRequired, 40),
  /** Rupees; 0 where the maker pays nothing. */
  contactPayment: Amount.nonnegative(text.amountRequired).default(0),
  contactPaymentMethod: z.string().max(40).nullish(),
  contactPaymentPaid: z.number().nonnegative().nullish(),
  /** PAID is compared with the fee that the transaction paid, never believed. */
  contactPaymentStatus: z.string().max(20).nullish(),
  contactPaymentTransno: z.string().max(100).nullish(),
  /** Chosen: the specification's genre list travels here too, so that a film never lies in the house without any. */
  genres: z.array(Id).max(50).default([]),
  /** Made with the draft: the same key by the same maker is the same film, however often it is sent. */
  draftKey: z
    .string()
    .regex(/^[\w-]{8,64}$/)
    .optional(),
  /** A picture uploaded before, by the key that the upload gave. */
  posterKey: z.uuid().nullish(),
  active: ignored,
  image: ignored,
  releaseDate: ignored,
  ticketRate: ignored,
  moviePoster: ignored,
  ageRating: ignored,
});
export type FilmSubmission = z.infer<typeof FilmSubmission>;

export const submitFilm = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/movies',
  summary: 'Submit a film; it is kept back (`active: "N"`) and the caller’s own',
  body: FilmSubmission,
  status: 201,
  also: [200],
  reply: z.object({ movieId: z.number() }),
  idempotent: true,
});

export const linkGenre = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/movies/:movieId/moviegenres',
  summary: 'Give an own submitted film a genre; again it changes what was said of it',
  params: z.object({ movieId: Id }),
  body: z.object({
    genreId: Id,
    active: z.enum(['Y', 'N']).default('Y'),
    ordering: z.number().int().min(0).max(1000).default(0),
  }),
  status: 201,
  reply: z.object({ movieId: z.number(), genreId: z.number(), active: z.enum(['Y', 'N']), ordering: z.number() }),
  idempotent: true,
});

// ---------- the fee ----------

/** Rupees that a maker pays for a submission. */
export const SubmissionFee = z.object({
  feeId: z.number(),
  feeNo: z.string(),
  amount: z.number(),
  paymentStatus: PaymentStatus,
  paymentMode: z.string().nullable(),
  paymentTransactionNo: z.string().nullable(),
  /** The film that it was used for; a paid fee without one waits for its film. */
  movieId: z.number().nullable(),
});
export type SubmissionFee = z.infer<typeof SubmissionFee>;

const Fee = z.object({ fee: SubmissionFee });
export const feeCheckout = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'POST',
  path: '/submissions/checkout',
  summary: 'Open the payment of a submission fee; the same amount again goes on with the same fee',
  body: z.object({
    amount: Amount.positive(text.amountRequired),
    provider: z.enum(['razorpay', 'paypal']).default('razorpay'),
  }),
  status: 201,
  reply: z.discriminatedUnion('provider', [RazorpayCheckout.extend(Fee.shape), PaypalCheckout.extend(Fee.shape)]),
  idempotent: true,
});

const FeeId = z.object({ feeId: Id });
export const reportFeePayment = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'PUT',
  path: '/submissions/fees/:feeId/payment',
  summary: 'Report how the payment of a fee went; a hint, as for a ticket',
  params: FeeId,
  body: PaymentReport,
  status: 200,
  reply: SubmissionFee,
  idempotent: true,
});
export const getFee = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/submissions/fees/:feeId',
  summary: 'One own fee',
  params: FeeId,
  status: 200,
  reply: SubmissionFee,
});
/** Chosen: who has lost the draft does not pay twice. */
export const unusedFee = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/submissions/fee',
  summary: 'The own fee that is paid, or being paid, and not yet used for a film; null when there is none',
  status: 200,
  reply: z.object({ fee: SubmissionFee.nullable() }),
});

// ---------- the poster ----------

/** The body of the upload is the picture itself: JPEG, PNG or WebP. */
export const SUBMISSION_POSTER_PATH = '/submissions/posters';
export const SubmissionPoster = z.object({ posterKey: z.uuid(), width: z.number(), height: z.number() });
export type SubmissionPoster = z.infer<typeof SubmissionPoster>;

export const submissionPoster = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/submissions/posters/:posterKey',
  summary: 'An own uploaded poster as the house keeps it (image/webp)',
  params: z.object({ posterKey: z.uuid() }),
  status: 200,
  reply: z.unknown(),
});

// ---------- the tracker ----------

/** received → in_review → accepted or declined → scheduled → streaming. */
export const SUBMISSION_STAGES = ['received', 'in_review', 'accepted', 'declined', 'scheduled', 'streaming'] as const;
export type SubmissionStage = (typeof SUBMISSION_STAGES)[number];

export const Submission = z.object({
  movieId: z.number(),
  movieName: z.string(),
  movieNameEn: z.string().nullable(),
  primaryLanguage: z.string(),
  genres: z.array(z.string()),
  posterKey: z.string().nullable(),
  stage: z.enum(SUBMISSION_STAGES),
  /** What was reached, oldest first; dates are wire dates. */
  steps: z.array(z.object({ stage: z.enum(SUBMISSION_STAGES), at: z.string(), note: z.string().nullable() })),
  submittedAt: z.string(),
  /** Of an accepted film with a day. */
  streamingStartDate: z.string().nullable(),
  /** Its public page, once it is on show. */
  movieKey: z.string().nullable(),
  fee: SubmissionFee.nullable(),
});
export type Submission = z.infer<typeof Submission>;

export const mySubmissions = endpoint({
  service: 'ott',
  auth: 'token',
  method: 'GET',
  path: '/submissions',
  summary: 'The films that the caller has submitted, newest first',
  status: 200,
  reply: z.object({ content: z.array(Submission) }),
});
