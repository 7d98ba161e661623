import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { commonMessages } from '#messages/common.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { $submissions, loadSubmissions } from '#stores/my-submissions.ts';
import { ErrorBox } from '#ui/Boxes.tsx';
import { Button } from '#ui/Button.tsx';
import { TrackedFilm } from './TrackedFilm.tsx';

/** Link to the list of submitted films below the form. */
export function FilmsLink() {
  const { films } = useStore($submissions);
  useEffect(() => void loadSubmissions(), []);
  if (films.length === 0) return null;
  return (
    <a className="more" href="#your-films">
      {text.filmsLink(films.length)}
    </a>
  );
}

export function SubmissionTracker() {
  const { status, films } = useStore($submissions);
  if (status !== 'success' && status !== 'error') return null;
  return (
    <section className="tracker" aria-labelledby="your-films">
      <h2 id="your-films" className="d3">
        {text.films}
      </h2>
      {status === 'error' && (
        <ErrorBox title={commonMessages.tryAgain} sentence={text.filmsFailed}>
          <Button kind="line" onClick={loadSubmissions}>
            {text.tryOnceMore}
          </Button>
        </ErrorBox>
      )}
      <ul className="empty:hidden">
        {films.map((film) => (
          <TrackedFilm key={film.movieId} film={film} />
        ))}
      </ul>
    </section>
  );
}
