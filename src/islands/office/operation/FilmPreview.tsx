import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Movie } from '#contract/catalogue.ts';
import type { OperationDescription } from '#contract/office.ts';
import { futureStreamingStart } from '#domain/booking-opens.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { isBookingNotOpenYet } from '#stores/booking/booking.ts';
import { hasFilmPreview, openStoredFilm, previewOf } from '#stores/office/film-preview.ts';
import type { OperationForm } from '#stores/office/form.ts';
import { textOf } from '#stores/office/input.ts';
import { serverNow } from '#stores/server-clock.ts';
import { ErrorText } from '#ui/FieldFrame.tsx';
import type { Elements } from '#ui/elements.ts';
import { PublicFilm } from '../../catalogue/film/PublicFilm.tsx';
import { MovieCard } from '../../catalogue/MovieCard.tsx';
import { PageFrame } from './PageFrame.tsx';
import { usePicture } from './use-picture.ts';

interface FilmPreviewProps {
  operation: OperationDescription;
  form: OperationForm;
}

/** Shows the film of the form beside `children`, as viewers would see it. */
export function WithFilmPreview({
  operation,
  form,
  children,
}: FilmPreviewProps & { children: Elements }) {
  const { values } = useStore(form.$state);
  const isForSeveral =
    operation.objectField !== undefined && textOf(values, operation.objectField).includes('\n');
  if (!hasFilmPreview(operation) || isForSeveral) return children;
  return (
    <div className="office-beside">
      <div className="office-beside-main">{children}</div>
      <FilmPreview operation={operation} form={form} />
    </div>
  );
}

function FilmPreview({ operation, form }: FilmPreviewProps) {
  const id = useId();
  const { values, current, result } = useStore(form.$state);
  const [storedFilm] = useState(openStoredFilm);
  const { film, error } = useStore(storedFilm.$state);
  const object = current?.object;
  useEffect(() => {
    if (!operation.objectField) storedFilm.showNew();
    else if (object) void storedFilm.load(object);
  }, [operation, storedFilm, object, result]);
  const pictures = {
    poster: useChosenPicture(form, 'poster')?.url,
    banner: useChosenPicture(form, 'banner')?.url,
  };
  const isShown = film && (object || !operation.objectField);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="office-preview" aria-labelledby={id} tabIndex={0}>
      <h2 className="heading-4" id={id}>
        {text.asViewersSee}
      </h2>
      <p className="small text-soft">{isShown ? text.asViewersSeeNote : text.chooseFilm}</p>
      <ErrorText error={error} />
      {isShown && (
        <div inert>
          <PageFrame title={text.asViewersSee}>
            <CardAndPage movie={previewOf(film, values, pictures)} />
          </PageFrame>
        </div>
      )}
    </section>
  );
}

const $noFile = atom({ file: null });

function useChosenPicture({ uploads }: OperationForm, name: string) {
  const upload = uploads[name];
  return usePicture(useStore(upload && '$state' in upload ? upload.$state : $noFile).file);
}

function CardAndPage({ movie }: { movie: Movie }) {
  const content = useRef<HTMLDivElement>(null);
  const booking = isBookingNotOpenYet(movie, serverNow()) ? 'ahead' : 'open';
  // Sets the attribute that layouts/guard.js sets on public pages.
  useLayoutEffect(
    () => content.current?.ownerDocument.documentElement.setAttribute('data-booking', booking),
    [booking],
  );
  return (
    <div ref={content}>
      <div className="office-preview-card poster-grid">
        <MovieCard movie={movie} />
      </div>
      <div data-theme="dark">
        <PublicFilm
          movie={movie}
          reviews={null}
          streamsFrom={futureStreamingStart(movie, serverNow())}
        />
      </div>
    </div>
  );
}
