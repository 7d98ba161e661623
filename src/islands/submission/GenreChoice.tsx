import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { commonMessages } from '#messages/common.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { $genres, loadGenres } from '#stores/submission-genres.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

interface GenreChoiceProps {
  field: UseFormRegisterReturn;
  error: string | undefined;
}

/** At least one genre is required. */
export function GenreChoice({ field, error }: GenreChoiceProps) {
  const { status, genres } = useStore($genres);
  const id = useId();
  return (
    <fieldset className="full field" aria-describedby={error ? id : undefined}>
      <legend className="lab">{text.genre}</legend>
      {status === 'process' && <Skeleton className="mt-2 h-24" label={commonMessages.loading} />}
      {status === 'error' && (
        <div className="mt-1 grid justify-items-start gap-2.5">
          <ErrorText error={text.genresFailed} />
          <Button kind="line" small onClick={() => void loadGenres()}>
            {text.tryOnceMore}
          </Button>
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {genres.map(({ genreId, genreName }) => (
          <label key={genreId} className="chip font-normal">
            <input type="checkbox" value={genreId} {...field} />
            {genreName}
          </label>
        ))}
      </div>
      <ErrorText id={id} error={error} />
    </fieldset>
  );
}
