import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { commonMessages } from '#messages/common.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href, submittedFilmsPath } from '#routes.ts';
import { $submissions, loadSubmissions } from '#stores/my-submissions.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyBox, LoadError } from '../loading/LoadStates.tsx';
import { TrackedFilm } from './TrackedFilm.tsx';

/** Link from the wizard to the submitted films. Its place is reserved, so the form does not move. */
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
        {status === 'process' && <Skeleton className="h-120" label={commonMessages.loading} />}
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
