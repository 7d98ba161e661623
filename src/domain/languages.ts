import { fold } from './fold.ts';
import { compareNames } from './format/compare-names.ts';
import { displayNativeLanguage } from './format/language-name.ts';

/** BCP 47 codes for the `lang` and `dir` attributes. */
const CODES: Record<string, string> = {
  Arabic: 'ar',
  Assamese: 'as',
  Bengali: 'bn',
  Bhojpuri: 'bho',
  Dogri: 'doi',
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

export const languageCode = (name: string | null | undefined): string | undefined =>
  name ? CODES[name] : undefined;

/** `Tamil` for `ta`. */
export const languageName = (code: string): string | undefined =>
  Object.keys(CODES).find((name) => CODES[name] === code);

/** Native names that browsers leave out. */
const NATIVE_NAMES: Record<string, string> = {
  as: 'অসমীয়া',
  bho: 'भोजपुरी',
  doi: 'डोगरी',
};

/** `தமிழ்` for Tamil; undefined when the native name is the same. */
export function nativeLanguageName(name: string): { text: string; lang: string } | undefined {
  const lang = languageCode(name);
  const text = lang && (NATIVE_NAMES[lang] ?? displayNativeLanguage(lang));
  return text && text !== name ? { text, lang } : undefined;
}

/** Spec §9: the language page lists these first, in this order. */
const PINNED_LANGUAGES = ['Arabic', 'Tamil', 'English', 'Spanish', 'French', 'German'];

export const languageList = (names: readonly string[]): string[] => [
  ...PINNED_LANGUAGES,
  ...[...new Set(names)]
    .filter((name) => name && !PINNED_LANGUAGES.includes(name))
    .toSorted((one, two) => compareNames(one, two)),
];

export function isLanguageMatch(name: string, typed: string): boolean {
  const otherName = name === 'Bengali' ? 'Bangla' : '';
  return [name, nativeLanguageName(name)?.text ?? '', otherName].some((each) =>
    fold(each).includes(fold(typed)),
  );
}
