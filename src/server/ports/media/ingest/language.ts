const TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
export const UNKNOWN_LANGUAGE = 'und';

/** `tam`, `ta`, `PT-br` → the shortest tag that browsers know; null for what is no language. */
export function languageTag(text: string): string | null {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    return TAG.test(tag) ? tag : null;
  } catch {
    return null;
  }
}

/** What a container says of a stream; containers write `und` or nothing when nobody told them. */
export const streamLanguage = (text: string | undefined): string => languageTag(text ?? '') ?? UNKNOWN_LANGUAGE;

/** The language's name in itself: `தமிழ்`. */
export function ownName(language: string): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}
