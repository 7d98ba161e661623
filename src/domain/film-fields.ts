export interface FilmField {
  /**
   * `line`: a text without line breaks. `name`: a line without `;`, with which filters separate
   * names (spec §7). `names`, `credits`: lists of their own tables. All other kinds are one column.
   */
  kind: 'line' | 'name' | 'text' | 'year' | 'wholeNumber' | 'names' | 'credits';
  /** Characters of a text or of each name; the largest number; entries of `credits`. */
  max: number;
  /** In the back office. */
  label: string;
  /** The option of commands: `--synopsis-own <words>`, and what its help says. */
  option: string;
  about: string;
  isMany?: true;
  /** Of a number: what is counted. */
  unit?: string;
}

/**
 * The fields of a film by the names of the API. A submission, a command and an import have the same
 * limits. The order is that of forms, and of the digest of an imported row: a new field goes to the
 * end.
 */
export const FILM_FIELDS = {
  movieName: {
    kind: 'line',
    max: 300,
    label: 'Name',
    option: '--name <name>',
    about: 'the name, in the script of its language',
  },
  movieNameEn: {
    kind: 'line',
    max: 300,
    label: 'English name',
    option: '--name-en <name>',
    about: 'the English name',
  },
  primaryLanguage: {
    kind: 'name',
    max: 100,
    label: 'Language',
    option: '--language <name>',
    about: 'one of the languages that `cinema language list` shows',
  },
  movieDescription: {
    kind: 'text',
    max: 20_000,
    label: 'Synopsis',
    option: '--synopsis <words>',
    about: 'the synopsis in English',
  },
  movieDescriptionOwn: {
    kind: 'text',
    max: 20_000,
    label: 'Synopsis in the film’s own language',
    option: '--synopsis-own <words>',
    about: 'the synopsis in the film’s own language',
  },
  runningTime: {
    kind: 'wholeNumber',
    max: 10_000,
    unit: 'minutes',
    label: 'Running time in minutes',
    option: '--minutes <number>',
    about: 'running time in minutes',
  },
  ageRating: {
    kind: 'wholeNumber',
    max: 99,
    label: 'Minimum age',
    option: '--age <years>',
    about: 'minimum age',
  },
  genres: {
    kind: 'names',
    max: 300,
    label: 'Genres',
    option: '--genres <names>',
    about: 'genres separated by commas, the main one first',
  },
  cast: {
    kind: 'credits',
    max: 500,
    label: 'Cast and crew',
    option: '--cast <name=role>',
    about: 'a name and a role, for example Asha Rao=Director; one for each person, in order',
    isMany: true,
  },
  yearProduced: {
    kind: 'year',
    max: 4,
    label: 'Year of production',
    option: '--produced <year>',
    about: 'year of production',
  },
  yearReleased: {
    kind: 'year',
    max: 4,
    label: 'Year of the first release',
    option: '--released <year>',
    about: 'year of the first release',
  },
  countryOfProduction: {
    kind: 'line',
    max: 100,
    label: 'Country of production',
    option: '--country <name>',
    about: 'country of production',
  },
} as const satisfies Record<string, FilmField>;

export type FilmFieldName = keyof typeof FILM_FIELDS;
type FieldOf<Name extends FilmFieldName> = (typeof FILM_FIELDS)[Name];
type OfKind<Kind extends FilmField['kind']> = {
  [Name in FilmFieldName]: FieldOf<Name>['kind'] extends Kind ? Name : never;
}[FilmFieldName];

/** Fields that are one column of the film. */
export type FilmColumn = Exclude<FilmFieldName, OfKind<'names' | 'credits'>>;
export type FilmColumnValue<Name extends FilmFieldName> =
  FieldOf<Name>['kind'] extends 'wholeNumber' ? number : string;

const names = Object.keys(FILM_FIELDS) as FilmFieldName[];
const isColumn = (name: FilmFieldName): name is FilmColumn =>
  FILM_FIELDS[name].kind !== 'names' && FILM_FIELDS[name].kind !== 'credits';
export const FILM_COLUMNS: readonly FilmColumn[] = names.filter(isColumn);

/** Always given: the name and the language. */
const REQUIRED = ['movieName', 'primaryLanguage'] as const;
type Required = (typeof REQUIRED)[number];
export type FilmFact = Exclude<FilmFieldName, Required>;
/** Fields that a film may lack. */
export const FILM_FACTS: readonly FilmFact[] = names.filter(
  (name): name is FilmFact => !REQUIRED.some((each) => each === name),
);

type CamelCase<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;
export type FilmInput<Name extends FilmFieldName> =
  FieldOf<Name>['option'] extends `--${infer Option} ${string}` ? CamelCase<Option> : never;

/** `synopsisOwn` of `--synopsis-own <words>`: the name of the input in commands and forms. */
export const inputOf = <Name extends FilmFieldName>(name: Name): FilmInput<Name> =>
  FILM_FIELDS[name].option
    .slice(2)
    .replace(/ .*/, '')
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as FilmInput<Name>;
