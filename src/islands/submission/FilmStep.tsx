import { useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { submissionMessages as text } from '#messages/submission.ts';
import { filmDraft, filmFormValues } from '#stores/submission/draft.ts';
import {
  filmResolver,
  goToStep,
  maxLengthOf,
  type FilmInformation,
} from '#stores/submission/wizard.ts';
import { Button } from '#ui/Button.tsx';
import { Field, TextArea } from '#ui/Field.tsx';
import { GenreChoice } from './GenreChoice.tsx';
import { PosterField } from './PosterField.tsx';
import { StepActions } from './StepActions.tsx';
import { SuggestField } from './SuggestField.tsx';
import { createSuggestions } from '#stores/submission/suggestions.ts';
import { useFieldForm } from '../use-field-form.ts';

/** Step 1: FILM INFORMATION (spec §5). `countries`: see `packCountries`. */
export function FilmStep({ countries }: { countries: string }) {
  const [draft] = useState(filmFormValues);
  const suggest = useMemo(() => createSuggestions(countries), [countries]);
  const { register, control, handleSubmit, getValues, formState } = useFieldForm<FilmInformation>({
    resolver: filmResolver,
    defaultValues: draft,
  });
  const { errors } = formState;
  const fieldProps = (name: keyof typeof text.film) => ({
    label: text.film[name],
    error: errors[name]?.message,
    maxLength: maxLengthOf(name),
    dir: 'auto',
    ...register(name),
  });
  const suggestField = (name: keyof typeof text.film, list: keyof typeof suggest) => (
    <Controller
      name={name}
      control={control}
      render={({ field }) => (
        <SuggestField
          field={{
            ...field,
            onChange(value: string) {
              field.onChange(value);
              // A chosen suggestion causes no change event of the form.
              filmDraft.save({ [name]: value });
            },
          }}
          label={text.film[name]}
          error={errors[name]?.message}
          maxLength={maxLengthOf(name)}
          suggest={suggest[list]}
        />
      )}
    />
  );
  const saveAndContinue = (film: FilmInformation) => {
    filmDraft.save(film);
    goToStep(2);
  };
  return (
    <form
      className="step-form"
      noValidate
      onChange={() => filmDraft.save(getValues())}
      onSubmit={handleSubmit(saveAndContinue)}
    >
      <Field {...fieldProps('movieName')} />
      <Field {...fieldProps('movieNameEn')} />
      {suggestField('countryOfProduction', 'country')}
      <Field {...fieldProps('runningTime')} />
      {suggestField('yearProduced', 'year')}
      {suggestField('yearReleased', 'year')}
      {suggestField('primaryLanguage', 'language')}
      <Field
        {...fieldProps('website')}
        hint={text.linkHint}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <GenreChoice field={register('genres')} error={errors.genres?.message} />
      <div className="col-span-full">
        <TextArea {...fieldProps('movieDescription')} />
      </div>
      <PosterField />
      <StepActions>
        <Button type="submit">{text.continue}</Button>
      </StepActions>
    </form>
  );
}
