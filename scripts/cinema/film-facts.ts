import { z } from 'zod';
import { type Credit, parseCredit } from '#domain/crew.ts';
import {
  FILM_COLUMNS,
  FILM_FACTS,
  FILM_FIELDS,
  inputOf,
  type FilmColumn,
  type FilmColumnValue,
  type FilmFact,
  type FilmField,
  type FilmInput,
} from '#domain/film-fields.ts';
import { commaList, listItemText, longText, text, wholeNumber } from './fields.ts';

const CREDIT_FORMAT = 'must be a name and a role, for example "Asha Rao=Director"';
/** The same format as in the CSV of a catalogue. */
const credit = z.string().transform((typed, context): Credit => {
  const { actorName, actorRole } = parseCredit(typed);
  const parsed = z
    .object({ actorName: text(), actorRole: text() })
    .safeParse({ actorName, actorRole });
  if (parsed.success) return parsed.data;
  context.addIssue(CREDIT_FORMAT);
  return z.NEVER;
});

const SCHEMAS = {
  line: text,
  name: listItemText,
  text: longText,
  year: () => z.string().regex(/^\d{4}$/, 'must be a year'),
  wholeNumber: (max: number) => wholeNumber(0, max),
  names: (max: number) => commaList(listItemText(max)),
  credits: (max: number) => z.array(credit).max(max),
};

type FactValue<Name extends FilmFact> = Name extends 'genres'
  ? string[]
  : Name extends 'cast'
    ? Credit[]
    : FilmColumnValue<Name>;
type FactShape = {
  [Name in FilmFact as FilmInput<Name>]: z.ZodOptional<z.ZodType<FactValue<Name>>>;
};

/** The facts of a film that a command takes, by input: `synopsisOwn`. */
export const factShape = Object.fromEntries(
  FILM_FACTS.map((name) => {
    const { kind, max } = FILM_FIELDS[name];
    return [inputOf(name), SCHEMAS[kind](max).optional()];
  }),
  // `fromEntries` loses the names.
) as unknown as FactShape;

type Facts = { [Name in FilmFact]?: FactValue<Name> | undefined };

/** By the names of the columns; undefined for what was not given. */
export const factsOf = (given: z.infer<z.ZodObject<FactShape>>): Facts =>
  Object.fromEntries(FILM_FACTS.map((name) => [name, given[inputOf(name)]]));

export const FACT_OPTIONS = Object.fromEntries(
  FILM_FACTS.map((name) => {
    const { option, about, isMany }: FilmField = FILM_FIELDS[name];
    return [option, isMany ? { about, isMany } : about];
  }),
);

export const FACT_LABELS: Record<string, string> = Object.fromEntries(
  FILM_FACTS.map((name) => [inputOf(name), FILM_FIELDS[name].label]),
);

/** Inputs that are one column: the edit form starts with its value. */
export const INPUT_COLUMNS: readonly (readonly [input: string, column: FilmColumn])[] =
  FILM_COLUMNS.map((name) => [inputOf(name), name]);
