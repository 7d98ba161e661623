/**
 * How the films' sitemaps are cut: by ranges of `movieId`, so that a film never moves from one part to another, and few films
 * each, so that a change touches few bytes.
 */
export const FILMS_PER_SITEMAP = 100;
export const SITEMAP_INDEX = 'sitemap-index.xml';
const PAGES = 'sitemap-pages.xml';

/** The part that a film stands in, by its `movieId`: 1, 2, … */
export const sitemapPartOf = (movieId: number): number => Math.floor((movieId - 1) / FILMS_PER_SITEMAP) + 1;
export const sitemapPartName = (part: number): string => `sitemap-films-${part}.xml`;
/** The number of a part by the name of its file; null for any other file. */
export const sitemapPartNumber = (name: string): number | null => {
  const found = /^sitemap-films-(\d+)\.xml$/.exec(name);
  return found && Number(found[1]);
};

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** XML 1.0 has no way to say most control characters: they are left out. */
export const escapeXml = (value: string): string =>
  value.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/[&<>"']/g, (found) => ENTITIES[found]!);

/** A sitemap or an index of them, one entry a line. */
export const sitemapDocument = (root: string, entries: string[], extensions = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${extensions}>\n${entries.join('\n')}\n</${root}>\n`;

/** The index of all sitemaps: that of the pages, then the films' parts in their order. */
export const sitemapIndex = (parts: number[], site: URL): string =>
  sitemapDocument(
    'sitemapindex',
    [PAGES, ...parts.toSorted((a, b) => a - b).map(sitemapPartName)].map(
      (name) => `<sitemap><loc>${escapeXml(new URL(`/${name}`, site).href)}</loc></sitemap>`,
    ),
  );

/** The key of the film that an entry is about: the last part of its address. */
const keyOf = (entry: string) => /<loc>[^<]*\/([^/<]+)<\/loc>/.exec(entry)?.[1] ?? '';
const byKey = (entries: string[]) => new Map(entries.map((entry) => [keyOf(entry), entry]));
const inOrder = (entries: Map<string, string>) =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
/** Entries stand by their films' keys, which do not change. */
export const inSitemapOrder = (entries: string[]): string[] => inOrder(byKey(entries));

/**
 * A part with the entries of `fresh` (parts of the same number that have only films that changed, the last word last) in the
 * place of their old ones, and without the films of `gone`; null when no film is left.
 */
export function mergeSitemap(old: string | null, fresh: string[], gone: ReadonlySet<string>): string | null {
  const entries = byKey([...(old === null ? [] : [old]), ...fresh].flatMap(entriesOf));
  for (const key of gone) entries.delete(key);
  if (entries.size === 0) return null;
  const lines = (fresh.at(-1) ?? old)!.trimEnd().split('\n');
  return `${[...lines.slice(0, 2), ...inOrder(entries), lines.at(-1)].join('\n')}\n`;
}

const entriesOf = (document: string) => document.match(/^<url>.*<\/url>$/gm) ?? [];
