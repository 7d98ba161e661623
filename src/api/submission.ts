import { type CallInput, endpoint, VIEWER_POST } from '#contract/endpoint.ts';
import type { PaymentReport, ProviderName } from '#contract/payments.ts';
import {
  feeCheckout,
  getFee,
  linkGenre,
  mySubmissions,
  reportFeePayment,
  SUBMISSION_POSTER_PATH,
  submissionPoster,
  SubmissionPoster,
  submitFilm,
  unusedFee,
} from '#contract/submission.ts';
import { call, callForFile, callWithFile } from './http.ts';

export const postFilm = (body: CallInput<typeof submitFilm>['body']) => call(submitFilm, { body });

export const postGenre = (movieId: number, body: CallInput<typeof linkGenre>['body']) =>
  call(linkGenre, { params: { movieId }, body });

export const fetchSubmissions = async () => (await call(mySubmissions, {})).content;

export const openFeeCheckout = (amount: number, provider: ProviderName) =>
  call(feeCheckout, { body: { amount, provider } });

export const putFeePayment = (feeId: number, body: PaymentReport, idempotencyKey?: string) =>
  call(reportFeePayment, { params: { feeId }, body }, idempotencyKey ? { idempotencyKey } : {});

export const fetchFee = (feeId: number) => call(getFee, { params: { feeId } });

export const fetchUnusedFee = async () => (await call(unusedFee, {})).fee;

const posterUpload = endpoint(VIEWER_POST, SUBMISSION_POSTER_PATH, {
  summary: 'Upload a poster; the body is the picture itself',
  reply: SubmissionPoster,
});

export const uploadPoster = (picture: Blob, signal: AbortSignal) => callWithFile(posterUpload, picture, { signal });

export const fetchPoster = (posterKey: string) =>
  callForFile(submissionPoster, { params: { posterKey } }, 'image/webp');
