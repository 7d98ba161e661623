import { displayDate, HOUSE_ZONE } from '#domain/dates.ts';
import { secondName } from '#domain/film.ts';
import { displayRupees, toRupees } from '#domain/pricing.ts';
import type { listSubmissions, SubmissionSheet } from '#server/streaming/submission/review/actions.ts';

type Line = Awaited<ReturnType<typeof listSubmissions>>[number];

const nameOf = (movie: Line['movie']) => {
  const second = secondName(movie);
  return second ? `${movie.movieName} (${second})` : movie.movieName;
};
const feeOf = (fee: Line['fee']) => (fee ? `${displayRupees(toRupees(fee.amount))} ${fee.paymentStatus}` : 'no fee');
const day = (date: Date | null) => displayDate(date, HOUSE_ZONE);

/** A film in one line. */
export const lineOf = ({ movie, submission, fee, stage }: Line): string =>
  [movie.movieId, stage, day(submission.submittedAt), nameOf(movie), submission.contactName, feeOf(fee)].join('  ');

/** A film with everything that is known of it. */
export function sheetOf({ movie, submission, fee, steps, genres, posterFile }: SubmissionSheet): string {
  const facts: [string, string | number | null][] = [
    ['film', `${movie.movieId}  ${nameOf(movie)}`],
    ['steps', steps.map(({ stage, at }) => `${stage} ${day(at)}`).join(', ')],
    ['link', submission.website],
    ['poster', posterFile],
    ['language', movie.primaryLanguage],
    ['country', movie.countryOfProduction],
    ['genres', genres.join(', ') || null],
    ['running time', submission.runningTime + (movie.runningTime ? ` (${movie.runningTime} minutes)` : '')],
    ['produced', movie.yearProduced],
    ['released', movie.yearReleased],
    ['contact', `${submission.contactName}, ${submission.contactEmail}, ${submission.contactPhone}`],
    ['signed', `${submission.contactSignature}, ${submission.contactPlace}, ${submission.contactSignDate}`],
    ['fee', feeOf(fee)],
    ['price', displayRupees(toRupees(movie.ticketRate))],
    ['streams from', day(movie.streamingStartDate)],
  ];
  const lines = facts.map(([name, value]) => `${name.padEnd(12)}  ${value ?? '-'}`);
  return [...lines, '', movie.movieDescription].join('\n');
}
