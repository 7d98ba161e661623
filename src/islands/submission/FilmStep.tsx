import { useState, type ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { submissionMessages as text } from '#messages/submission.ts';
import { filmDraft, filmWritten } from '#stores/submission-draft.ts';
import { filmResolver, goToStep, roomFor, type FilmInformation } from '#stores/submission-wizard.ts';
import { Button } from '#ui/Button.tsx';
import { Field, TextArea } from '#ui/Field.tsx';
import { GenreChoice } from './GenreChoice.tsx';
import { PosterField } from './PosterField.tsx';
import { StepActions } from './StepActions.tsx';

/** Step 1: FILM INFORMATION (spec §5). */
export function FilmStep() {
  const [begun] = useState(filmWritten);
  const { register, handleSubmit, getValues, formState } = useForm<FilmInformation>({
    resolver: filmResolver,
    defaultValues: begun,
  });
  const { errors } = formState;
  const line = (name: keyof typeof text.film) => ({
    label: text.film[name],
    error: errors[name]?.message,
    maxLength: roomFor(name),
    dir: 'auto',
    ...register(name),
  });
  const goOn = (film: FilmInformation) => {
    filmDraft.keep(film);
    goToStep(2);
  };
  return (
    <form className="step" noValidate onChange={() => filmDraft.keep(getValues())} onSubmit={handleSubmit(goOn)}>
      <Field {...line('movieName')} />
      <Field {...line('movieNameEn')} />
      <Field {...line('countryOfProduction')} />
      <Field {...line('runningTime')} />
      <Field {...line('yearProduced')} />
      <Field {...line('yearReleased')} />
      <Field {...line('primaryLanguage')} />
      <Field {...line('website')} hint={text.linkHint} inputMode="url" autoCapitalize="none" spellCheck={false} />
      <GenreChoice field={register('genres')} error={errors.genres?.message} />
      <Wide {...line('movieDescription')} />
      <PosterField />
      <StepActions>
        <Button type="submit">{text.continue}</Button>
      </StepActions>
    </form>
  );
}

const Wide = (area: ComponentProps<typeof TextArea>) => (
  <div className="full">
    <TextArea {...area} />
  </div>
);
