import { readItem } from '#api/browser-storage.ts';

/**
 * From the stored profile; empty for a visitor. Parsed without zod, because every list page loads
 * this file.
 */
export function myLanguages(): string[] {
  const profile = readItem('userToken') && readItem('user');
  if (!profile) return [];
  try {
    const languages: unknown = JSON.parse(profile)?.data?.languages;
    return Array.isArray(languages) ? languages.filter((name) => typeof name === 'string') : [];
  } catch {
    return []; // stored by an old version or changed by hand
  }
}
