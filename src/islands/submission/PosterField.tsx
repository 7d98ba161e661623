import { useStore } from '@nanostores/react';
import { useId, useRef, type ChangeEvent } from 'react';
import { POSTER_MAX_MEGABYTES } from '#domain/poster-upload.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { $poster, choosePoster, removePoster } from '#stores/submission/poster.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';
import { EmptyPoster } from './EmptyPoster.tsx';

const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp';

/** Optional poster; uploads as soon as it is chosen. */
export function PosterField() {
  const { status, preview, error } = useStore($poster);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picture] = target.files ?? [];
    // Allows the same file to be chosen again.
    target.value = '';
    if (picture) void choosePoster(picture);
  };
  const remove = () => {
    removePoster();
    // The button disappears with the poster.
    input.current?.focus();
  };
  return (
    <fieldset className={error ? 'col-span-full field invalid' : 'col-span-full field'}>
      <legend className="label">{text.poster}</legend>
      <div className="mt-2 grid grid-cols-[96px_minmax(0,1fr)] items-start gap-4.5">
        {preview ? (
          <span className="poster">
            <img src={preview} alt={text.posterAlt} />
          </span>
        ) : (
          <EmptyPoster />
        )}
        <div className="grid justify-items-start gap-2.5">
          <p className="text-14 text-soft" id={`${id}-hint`}>
            {text.posterHint(POSTER_MAX_MEGABYTES)}
          </p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <label className="button secondary has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-action">
              <span>{status === 'saved' ? text.changePoster : text.choosePoster}</span>
              <input
                ref={input}
                type="file"
                className="sr-only"
                accept={ACCEPTED_TYPES}
                aria-describedby={`${id}-hint ${id}-state`}
                onChange={choose}
              />
            </label>
            {status !== 'none' && (
              <Button kind="text" onClick={remove}>
                {text.removePoster}
              </Button>
            )}
          </div>
          <div id={`${id}-state`} aria-live="polite">
            {status === 'sending' && <p className="small text-soft">{text.posterSending}</p>}
            {status === 'saved' && !error && <p className="small text-good">{text.posterSaved}</p>}
            <ErrorText error={error} />
          </div>
        </div>
      </div>
    </fieldset>
  );
}
