import { CINEMA_ZONE } from '#domain/dates.ts';
import { displayDate } from '#domain/format/dates.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { toRupees } from '#domain/pricing.ts';
import type { Deps } from '#server/deps.ts';
import type { KeysetQuery } from '#server/keyset-page.ts';
import { changeOf } from '#server/operator/change.ts';
import { listSubmissions, readSubmission } from '#server/streaming/submission/review/actions.ts';

type SubmissionRecord = Awaited<ReturnType<typeof listSubmissions>>['rows'][number];
const feeOf = (fee: SubmissionRecord['fee']) =>
  fee && `${displayRupees(toRupees(fee.amount))} ${fee.paymentStatus}`;

const toRow = ({ movie, submission, fee, stage }: SubmissionRecord) => ({
  movieId: movie.movieId,
  stage,
  submittedAt: submission.submittedAt,
  movieName: movie.movieName,
  movieNameEn: movie.movieNameEn,
  contactName: submission.contactName,
  fee: feeOf(fee),
});

export async function listSubmissionRows(deps: Deps, query: KeysetQuery) {
  const { rows, next } = await listSubmissions(deps, query);
  return { rows: rows.map(toRow), next };
}

export async function submissionFacts(deps: Deps, movieId: number) {
  const { movie, submission, fee, steps, genres, posterFile } = await readSubmission(deps, movieId);
  return {
    movieId,
    movieName: movie.movieName,
    movieNameEn: movie.movieNameEn,
    stage: steps.at(-1)?.stage,
    steps: steps.map(({ stage, at }) => `${stage} ${displayDate(at, CINEMA_ZONE)}`),
    link: submission.website,
    poster: posterFile,
    primaryLanguage: movie.primaryLanguage,
    countryOfProduction: movie.countryOfProduction,
    genres,
    runningTime: submission.runningTime,
    minutes: movie.runningTime,
    yearProduced: movie.yearProduced,
    yearReleased: movie.yearReleased,
    contact: `${submission.contactName}, ${submission.contactEmail}, ${submission.contactPhone}`,
    signed: `${submission.contactSignature}, ${submission.contactPlace}, ${submission.contactSignDate}`,
    fee: feeOf(fee),
    price: toRupees(movie.ticketRate),
    streamingStartDate: movie.streamingStartDate,
    active: movie.active,
    hasPackage: movie.packageId !== null,
    synopsis: movie.movieDescription,
  };
}

/**
 * Runs a step and returns its change for the audit log, which must not contain the data of the
 * contact.
 */
export async function runReviewStep(deps: Deps, movieId: number, step: () => Promise<void>) {
  const factsToLog = async () => {
    const { stage, price, streamingStartDate, active, hasPackage, minutes } = await submissionFacts(
      deps,
      movieId,
    );
    return { stage, price, streamingStartDate, active, hasPackage, minutes };
  };
  const before = await factsToLog();
  await step();
  return changeOf(`submission ${movieId}`, before, await factsToLog());
}
