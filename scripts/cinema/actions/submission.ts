import { displayDate, HOUSE_ZONE } from '#domain/dates.ts';
import { displayRupees, toRupees } from '#domain/pricing.ts';
import type { Deps } from '#server/deps.ts';
import { changeOf } from '#server/operator/change.ts';
import { listSubmissions, readSubmission } from '#server/streaming/submission/review/actions.ts';

type Line = Awaited<ReturnType<typeof listSubmissions>>[number];
const feeOf = (fee: Line['fee']) => fee && `${displayRupees(toRupees(fee.amount))} ${fee.paymentStatus}`;

const lineOf = ({ movie, submission, fee, stage }: Line) => ({
  movieId: movie.movieId,
  stage,
  submittedAt: submission.submittedAt,
  movieName: movie.movieName,
  movieNameEn: movie.movieNameEn,
  contactName: submission.contactName,
  fee: feeOf(fee),
});

export const linesOfAll = async (deps: Deps) => (await listSubmissions(deps)).map(lineOf);

export async function factsOf(deps: Deps, movieId: number) {
  const { movie, submission, fee, steps, genres, posterFile } = await readSubmission(deps, movieId);
  return {
    movieId,
    movieName: movie.movieName,
    movieNameEn: movie.movieNameEn,
    stage: steps.at(-1)?.stage,
    steps: steps.map(({ stage, at }) => `${stage} ${displayDate(at, HOUSE_ZONE)}`),
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
    plays: movie.packageId !== null,
    synopsis: movie.movieDescription,
  };
}

/** What a step changed; the contact's data stay out of the log. */
export async function moving(deps: Deps, movieId: number, step: () => Promise<void>) {
  const told = async () => {
    const { stage, price, streamingStartDate, active, plays, poster: _, minutes } = await factsOf(deps, movieId);
    return { stage, price, streamingStartDate, active, plays, minutes };
  };
  const before = await told();
  await step();
  return changeOf(`submission ${movieId}`, before, await told());
}
