import { type CallInput, endpoint, VIEWER_POST } from '#contract/endpoint.ts';
import type { PaymentReport, ProviderName } from '#contract/payments.ts';
import * as contract from '#contract/submission.ts';
import { call, callForFile } from './http.ts';

export const postFilm = (body: CallInput<typeof contract.submitFilm>['body']) =>
  call(contract.submitFilm, { body });

export const postGenre = (movieId: number, body: CallInput<typeof contract.linkGenre>['body']) =>
  call(contract.linkGenre, { params: { movieId }, body });

export const fetchSubmissions = async () => (await call(contract.mySubmissions, {})).content;

export const openFeeCheckout = (amount: number, provider: ProviderName) =>
  call(contract.feeCheckout, { body: { amount, provider } });

export const putFeePayment = (feeId: number, body: PaymentReport, idempotencyKey?: string) =>
  call(
    contract.reportFeePayment,
    { params: { feeId }, body },
    idempotencyKey ? { idempotencyKey } : {},
  );

export const fetchFee = (feeId: number) => call(contract.getFee, { params: { feeId } });

export const fetchUnusedFee = async () => (await call(contract.unusedFee, {})).fee;

const posterUpload = endpoint(VIEWER_POST, contract.SUBMISSION_POSTER_PATH, {
  summary: 'Upload a poster; the body is the picture itself',
  reply: contract.SubmissionPoster,
});

export const uploadPoster = (picture: Blob, signal: AbortSignal) =>
  call(posterUpload, {}, { file: picture, signal });

export const fetchPoster = (posterKey: string) =>
  callForFile(contract.submissionPoster, {
    input: { params: { posterKey } },
    accept: 'image/webp',
  });
