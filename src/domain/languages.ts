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
