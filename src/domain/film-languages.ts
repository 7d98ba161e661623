import { fold } from './fold.ts';
import { compareNames } from './format/compare-names.ts';
import { displayLanguage } from './format/language-name.ts';
import { isLanguageMatch } from './languages.ts';

// BCP 47. Only suggestions: the filmmaker can type any other language.
const INDIAN_CODES =
  'as awa bgc bho bn brx doi en gom gon gu hi hne kha kn kok ks lus mag mai ml mni mr ne or pa raj sa sat sd ta tcy te ur';
const OTHER_CODES =
  'af am ar az be bg bo bs ca cs cy da de el es et eu fa fi fil fr ga gl ha he hr hu hy id ig is it ja ka kk km ko ku ky ' +
  'lo lt lv mk mn ms mt my nl no pl ps pt ro ru rw si sk sl so sq sr sv sw tg th ti tk tr uk uz vi wo xh yo zh zu';

/** CLDR says Bangla. Chosen: the name that films have. */
const nameOf = (code: string) => (code === 'bn' ? 'Bengali' : displayLanguage(code));

/**
 * English names, the languages of films from India first. Leaves out languages that the browser
 * cannot name.
 */
export function filmLanguages(): string[] {
  const namesOf = (codes: string) =>
    codes
      .split(' ')
      .flatMap((code) => nameOf(code) ?? [])
      .toSorted(compareNames);
  return [...new Set([...namesOf(INDIAN_CODES), ...namesOf(OTHER_CODES)])];
}

/** Names that begin with the text come first. Also finds names in their own script. */
export const findLanguages = (languages: readonly string[], typed: string): string[] => {
  const start = fold(typed);
  const isFirst = (name: string) => fold(name).startsWith(start);
  const found = languages.filter((name) => isLanguageMatch(name, typed));
  return [...found.filter(isFirst), ...found.filter((name) => !isFirst(name))];
};
