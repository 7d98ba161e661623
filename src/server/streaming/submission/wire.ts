import type { Submission, SubmissionStage } from '#contract/submission.ts';
import { toWire } from '#domain/dates.ts';
import { toSubmissionFee } from './fees/wire.ts';
import type { StepRow, SubmittedFilm } from './queries.ts';

export function toSubmission(
  { submission, movie, fee }: SubmittedFilm,
  steps: StepRow[],
  genreNames: string[],
): Submission {
  return {
    movieId: movie.movieId,
    movieName: movie.movieName,
    movieNameEn: movie.movieNameEn,
    primaryLanguage: movie.primaryLanguage,
    genres: genreNames,
    posterKey: submission.posterKey,
    stage: steps.at(-1)!.stage as SubmissionStage,
    steps: steps.map(({ stage, at, note }) => ({ stage: stage as SubmissionStage, at: toWire(at), note })),
    submittedAt: toWire(submission.submittedAt),
    streamingStartDate: movie.streamingStartDate && toWire(movie.streamingStartDate),
    movieKey: movie.active === 'Y' ? movie.movieKey : null,
    fee: fee && toSubmissionFee({ fee, movieId: movie.movieId }),
  };
}
