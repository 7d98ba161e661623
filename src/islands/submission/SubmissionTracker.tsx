import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { submissionMessages as text } from '#messages/submission.ts';
import { $submissions, loadSubmissions } from '#stores/my-submissions.ts';
import { LoadError } from '../loading/LoadStates.tsx';
import { TrackedFilm } from './TrackedFilm.tsx';

/** Link to the list of submitted films below the form. */
export function FilmsLink() {
  const { films } = useStore($submissions);
  useEffect(() => void loadSubmissions(), []);
  if (films.length === 0) return null;
  return (
    <a className="action-link" href="#your-films">
      {text.filmsLink(films.length)}
    </a>
  );
}

export function SubmissionTracker() {
  const { status, films } = useStore($submissions);
  if (status !== 'success' && status !== 'error') return null;
  return (
    <section className="mt-14 scroll-mt-6" aria-labelledby="your-films">
      <h2 id="your-films" className="heading-3">
        {text.films}
      </h2>
      {status === 'error' && <LoadError sentence={text.filmsFailed} onRetry={loadSubmissions} />}
      <ul className="mt-4.5 empty:hidden">
        {films.map((film) => (
          <TrackedFilm key={film.movieId} film={film} />
        ))}
      </ul>
    </section>
  );
}
