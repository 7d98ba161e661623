import { readItem } from '#api/tokens.ts';

/**
 * The languages that the viewer chose, as the kept profile has them now; none for a visitor. Read by hand and not by the
 * profile's schema: every visitor's lists load this, and few have anything to read.
 */
export function myLanguages(): string[] {
  const profile = readItem('userToken') && readItem('user');
  if (!profile) return [];
  try {
    const languages: unknown = JSON.parse(profile)?.data?.languages;
    return Array.isArray(languages) ? languages.filter((name) => typeof name === 'string') : [];
  } catch {
    return []; // what stands in storage may be old, or written by others
  }
}
