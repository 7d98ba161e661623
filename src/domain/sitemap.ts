import { lastOf } from './existing.ts';

/**
 * Parts are ranges of `movieId`, so a film never moves to another part. Small parts keep changes
 * small.
 */
const FILMS_PER_SITEMAP = 100;
export const SITEMAP_INDEX = 'sitemap-index.xml';
const PAGES = 'sitemap-pages.xml';

export const sitemapPartOf = (movieId: number): number =>
  Math.floor((movieId - 1) / FILMS_PER_SITEMAP) + 1;
export const sitemapPartName = (part: number): string => `sitemap-films-${part}.xml`;
export const sitemapPartNumber = (name: string): number | null => {
  const found = /^sitemap-films-(\d+)\.xml$/.exec(name);
  return found && Number(found[1]);
};

// The ampersand first.
const ENTITIES = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Removes control characters, which XML 1.0 cannot represent. */
export const escapeXml = (value: string): string =>
  Object.entries(ENTITIES).reduce(
    (escaped, [character, entity]) => escaped.replaceAll(character, entity),
    value.replace(/[^\P{Cc}\t\n\r]/gu, ''),
  );

export const sitemapDocument = (root: string, entries: string[], extensions = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${extensions}>\n${entries.join('\n')}\n</${root}>\n`;

export const sitemapIndex = (parts: number[], site: URL): string =>
  sitemapDocument(
    'sitemapindex',
    [PAGES, ...parts.toSorted((a, b) => a - b).map(sitemapPartName)].map(
      (name) => `<sitemap><loc>${escapeXml(new URL(`/${name}`, site).href)}</loc></sitemap>`,
    ),
  );

const keyOf = (entry: string) => /<loc>[^<]*\/([^/<]+)<\/loc>/.exec(entry)?.[1] ?? '';
const byKey = (entries: string[]) => new Map(entries.map((entry) => [keyOf(entry), entry]));
const inOrder = (entries: Map<string, string>) =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
export const sortSitemapEntries = (entries: string[]): string[] => inOrder(byKey(entries));

/**
 * `updates`: documents of the same part with only changed films, oldest first. Null when no film is
 * left.
 */
export function mergeSitemap(
  old: string | null,
  updates: string[],
  removedKeys: ReadonlySet<string>,
): string | null {
  const documents = [old, ...updates].filter((each) => each !== null);
  const entries = byKey(documents.flatMap(entriesOf));
  for (const key of removedKeys) entries.delete(key);
  if (entries.size === 0) return null;
  const lines = lastOf(documents).trimEnd().split('\n');
  return `${[...lines.slice(0, 2), ...inOrder(entries), lines.at(-1)].join('\n')}\n`;
}

const entriesOf = (document: string) => document.match(/^<url>.*<\/url>$/gm) ?? [];
