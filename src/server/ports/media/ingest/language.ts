import { displayNativeLanguage } from '#domain/format/language-name.ts';
const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
export const UNKNOWN_LANGUAGE = 'und';

/**
 * Normalises `tam`, `ta` or `PT-br` to the shortest tag that browsers support; null if it is no
 * language.
 */
export function languageTag(text: string): string | null {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    return TAG.test(tag) ? tag : null;
  } catch {
    return null;
  }
}

/** Containers write `und` or nothing for an unknown language. */
export const streamLanguage = (text: string | undefined): string =>
  languageTag(text ?? '') ?? UNKNOWN_LANGUAGE;

export const nativeLanguageName = (language: string): string =>
  displayNativeLanguage(language) ?? language;
