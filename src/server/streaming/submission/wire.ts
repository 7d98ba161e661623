import type { Submission } from '#contract/submission.ts';
import { toWire } from '#domain/dates.ts';
import { lastOf } from '#domain/existing.ts';
import { toSubmissionFee } from './fees/wire.ts';
import type { StepRow, SubmittedFilm } from './queries.ts';

// The reply's schema drops the other columns.
export function toSubmission(
  { submission, movie, fee }: SubmittedFilm,
  steps: StepRow[],
  genreNames: string[],
): Omit<Submission, 'mailAddress'> {
  return {
    ...movie,
    genres: genreNames,
    posterKey: submission.posterKey,
    stage: lastOf(steps).stage,
    steps: steps.map(({ stage, at, note }) => ({
      stage: stage,
      at: toWire(at),
      note,
    })),
    submittedAt: toWire(submission.submittedAt),
    streamingStartDate: movie.streamingStartDate && toWire(movie.streamingStartDate),
    movieKey: movie.active === 'Y' ? movie.movieKey : null,
    fee: fee && toSubmissionFee({ fee, movieId: movie.movieId, heldValue: null }),
    // The running time as it was sent: the catalogue has minutes.
    details: { ...movie, ...submission },
  };
}
