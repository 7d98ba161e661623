/** In UTF-16, so that it makes a folder's name of 255 bytes at most in every script. */
const LONGEST_SLUG = 80;

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
  return cut(slug) || '-';
}

/** Chosen: a longer name is cut; the address goes by the key. */
const cut = (slug: string) =>
  slug
    .slice(0, LONGEST_SLUG)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/-$/, '');
