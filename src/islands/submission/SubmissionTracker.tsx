import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { distinctEnglishName } from '#domain/film.ts';
import { displayDate } from '#domain/format/dates.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href, submittedFilmPath, submittedFilmsPath } from '#routes.ts';
import {
  $submissions,
  loadSubmissions,
  type Submission,
} from '#stores/submission/my-submissions.ts';
import { filmHref, languageAttributes } from '../catalogue/film-link.ts';
import { EmptyBox, LoadError, Loading } from '../loading/LoadStates.tsx';
import { StageTrack } from './StageTrack.tsx';
import { SubmittedPoster } from './SubmittedPoster.tsx';

/**
 * Link from the wizard to the submitted films. Its place is reserved, so the form does not move.
 */
export function FilmsLink() {
  const { films } = useStore($submissions);
  useEffect(() => void loadSubmissions(), []);
  return (
    <p className="min-h-11 max-sm:w-full">
      {films.length > 0 && (
        <a className="action-link" href={submittedFilmsPath}>
          {text.filmsLink(films.length)}
        </a>
      )}
    </p>
  );
}

/** The submitted films, newest first, with their progress. */
export function SubmissionTracker() {
  const { status, films } = useStore($submissions);
  useEffect(() => void loadSubmissions(), []);
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="heading-2">{text.films}</h1>
        <a className="button secondary" href={href('submitFilm')}>
          {text.submitAnother}
        </a>
      </header>
      <div className="mt-6">
        {status === 'process' && <Loading className="h-120" />}
        {status === 'error' && <LoadError sentence={text.filmsFailed} onRetry={loadSubmissions} />}
        {status === 'noData' && <EmptyBox title={text.noFilms} sentence={text.noFilmsNote} />}
        <ul className="empty:hidden">
          {films.map((film) => (
            <TrackedFilm key={film.movieId} film={film} />
          ))}
        </ul>
      </div>
    </>
  );
}

const TrackedFilm = ({ film }: { film: Submission }) => (
  <li className="grid grid-cols-[64px_minmax(0,1fr)] gap-x-4.5 gap-y-4 border-t border-line py-5.5 md:grid-cols-[4.75rem_minmax(0,1fr)] md:gap-x-6 md:gap-y-3.5">
    <SubmittedPoster
      posterKey={film.posterKey}
      className="self-start md:row-span-2 md:row-start-1"
    />
    <div className="min-w-0">
      <h2 className="name text-20">
        <a
          className="-my-2.5 inline-block py-2.5 underline decoration-1 underline-offset-6"
          href={submittedFilmPath(film.movieId)}
          {...languageAttributes(film)}
        >
          {film.movieName}
        </a>
      </h2>
      {distinctEnglishName(film) && <p className="english-name">{distinctEnglishName(film)}</p>}
      <p className="details">{[film.primaryLanguage, ...film.genres].join(' | ')}</p>
      <p className="details">
        <span>{text.filmNo(film.movieId)}</span> <span className="max-[25rem]:hidden">| </span>
        <span className="max-[25rem]:block min-[25rem]:whitespace-nowrap">
          {text.sentOn(displayDate(film.submittedAt))}
        </span>
        {film.fee?.paymentStatus === 'PAID' && (
          <span>{` | ${text.feePaid(displayRupees(film.fee.amount))}`}</span>
        )}
      </p>
      {film.streamingStartDate && film.stage !== 'declined' && (
        <p className="mt-1.5 font-semibold">
          {text.streamsFrom(displayDate(film.streamingStartDate))}
        </p>
      )}
      {film.movieKey && (
        <a
          className="action-link"
          href={filmHref({ movieName: film.movieName, movieKey: film.movieKey })}
        >
          {text.toTheFilm}
        </a>
      )}
    </div>
    <div className="col-span-full min-w-0 md:col-span-1 md:col-start-2">
      <StageTrack film={film} />
    </div>
  </li>
);
