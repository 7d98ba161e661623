import { useStore } from '@nanostores/react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { commonMessages } from '#messages/common.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { $genres, loadGenres } from '#stores/submission/genres.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { Loading } from '../loading/LoadStates.tsx';

/** At least one genre is required. */
export function GenreChoice({
  field,
  error,
}: {
  field: UseFormRegisterReturn;
  error: string | undefined;
}) {
  const { status, genres } = useStore($genres);
  const id = useId();
  return (
    <fieldset className="col-span-full field" aria-describedby={error ? id : undefined}>
      <legend className="label">{text.genre}</legend>
      {status === 'process' && <Loading className="mt-2 h-24" />}
      {status === 'error' && (
        <div className="mt-1 grid justify-items-start gap-2.5">
          <ErrorText error={text.genresFailed} />
          <Button kind="secondary" small onClick={() => void loadGenres()}>
            {commonMessages.retry}
          </Button>
        </div>
      )}
      <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {genres.map(({ genreId, genreName }) => (
          <label
            key={genreId}
            className="inline-flex min-h-11 items-center gap-[9px] rounded-control border border-control-border bg-surface pr-3.5 pl-3 text-15 font-normal has-checked:border-2 has-checked:border-action has-checked:pr-[13px] has-checked:pl-[11px]"
          >
            <input type="checkbox" value={genreId} {...field} />
            <span>{genreName}</span>
          </label>
        ))}
      </div>
      <ErrorText id={id} error={error} />
    </fieldset>
  );
}
