/**
 * A film's name in its address: lower case, runs of anything but letters, marks and digits become one hyphen.
 * Chosen: letters of every script count as alphanumeric (spec §2 says "non-alphanumerics"), or most names would be empty.
 */
export function movieSlug(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return slug || '-';
}
