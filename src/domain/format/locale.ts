/**
 * The language of pages, mails and documents. Only src/domain/format names a language or a locale.
 */
export const LANGUAGE = 'en';

/** Numbers, sums and dates are those of India. */
export const LOCALE = 'en-IN';
