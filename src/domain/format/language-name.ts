import { LANGUAGE } from './locale.ts';

/**
 * `Tamil` for `ta`; undefined for an unknown code. Throws RangeError for text that is no BCP 47
 * tag.
 */
export const displayLanguage = (code: string): string | undefined => nameIn(LANGUAGE, code);

/**
 * `தமிழ்` for `ta`; undefined for an unknown code. Throws RangeError for text that is no BCP 47
 * tag.
 */
export const displayNativeLanguage = (code: string): string | undefined => nameIn(code, code);

const nameIn = (language: string, code: string): string | undefined =>
  new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(code);
