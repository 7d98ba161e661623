import { fold } from './fold.ts';

/** BCP 47 codes for the languages that films are in, for `lang` and `dir`. */
const CODES: Record<string, string> = {
  Arabic: 'ar',
  Assamese: 'as',
  Bengali: 'bn',
  English: 'en',
  French: 'fr',
  German: 'de',
  Gujarati: 'gu',
  Hindi: 'hi',
  Japanese: 'ja',
  Kannada: 'kn',
  Korean: 'ko',
  Malayalam: 'ml',
  Marathi: 'mr',
  Odia: 'or',
  Persian: 'fa',
  Portuguese: 'pt',
  Punjabi: 'pa',
  Spanish: 'es',
  Tamil: 'ta',
  Telugu: 'te',
  Urdu: 'ur',
};

/** `ta` for Tamil; undefined for a language that is not listed. */
export const languageCode = (name: string | null | undefined): string | undefined => (name ? CODES[name] : undefined);

/** Its name in its own letters, where that is another: `தமிழ்` for Tamil. */
export function ownLanguageName(name: string): { text: string; lang: string } | undefined {
  const lang = languageCode(name);
  const text = lang && new Intl.DisplayNames([lang], { type: 'language' }).of(lang);
  return text && text !== name ? { text, lang } : undefined;
}

/** Spec §9: these six stand first on the language page, in this order. */
const FIRST = ['Arabic', 'Tamil', 'English', 'Spanish', 'French', 'German'];

/** The six, then the others by the alphabet; each once. */
export const languageList = (others: readonly string[]): string[] => [
  ...FIRST,
  ...[...new Set(others)]
    .filter((name) => name && !FIRST.includes(name))
    .toSorted((one, two) => one.localeCompare(two)),
];

/** Whether what was typed is a part of the language's name, in English or in its own letters. */
export function isLanguageLike(name: string, typed: string): boolean {
  return [name, ownLanguageName(name)?.text ?? ''].some((each) => fold(each).includes(fold(typed)));
}
