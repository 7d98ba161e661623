import { expect, test } from 'vitest';
import { FilmSubmission } from '#contract/submission.ts';
import { FILM_FIELDS } from '#domain/film-fields.ts';
import { MovieRow } from '#server/streaming/import/rows.ts';
import { factShape } from '../../scripts/cinema/film-facts.ts';

const TEXTS = [
  ['movieNameEn', 'nameEn'],
  ['movieDescription', 'synopsis'],
  ['countryOfProduction', 'country'],
] as const;

test.each(TEXTS)('a command, an import and a submission take %s of one length', (name, input) => {
  const { max } = FILM_FIELDS[name];
  const schemas = [factShape[input], MovieRow.shape[name], FilmSubmission.shape[name]];
  const accepted = (letters: number) =>
    schemas.map((schema) => schema.safeParse('a'.repeat(letters)).success);
  expect(accepted(max)).toEqual([true, true, true]);
  expect(accepted(max + 1)).toEqual([false, false, false]);
});

test.each([MovieRow.shape.primaryLanguage, FilmSubmission.shape.primaryLanguage])(
  'a language has no semicolon, with which filters separate languages',
  (schema) => {
    expect(schema.safeParse('a'.repeat(FILM_FIELDS.primaryLanguage.max)).success).toBe(true);
    expect(schema.safeParse('Tamil').success).toBe(true);
    expect(schema.safeParse('Tamil; English').success).toBe(false);
    expect(schema.safeParse('a'.repeat(FILM_FIELDS.primaryLanguage.max + 1)).success).toBe(false);
  },
);

test('the filmmaker reads why a language is refused', () => {
  const { error } = FilmSubmission.shape.primaryLanguage.safeParse('Tamil; English');
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Please name one language, without a semicolon',
  ]);
});
