/** UTF-16 units; at most 255 bytes as a folder name in every script. */
const LONGEST_SLUG = 80;

/**
 * Chosen: letters of every script count as alphanumeric (spec §2), otherwise most slugs would be
 * empty.
 */
export function movieSlug(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return cut(slug) || '-';
}

/** Chosen: longer names are cut, because the page is found by its key. */
const cut = (slug: string) =>
  slug
    .slice(0, LONGEST_SLUG)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/-$/, '');
