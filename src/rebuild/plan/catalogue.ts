import { createHash } from 'node:crypto';
import {
  catalogueChanges,
  type Movie,
  MoviePage,
  publicCollections,
  publicGenres,
  publicLanguages,
  publicSearchMovies,
} from '#contract/catalogue.ts';
import { PAGE_NAMES, publicPage } from '#contract/content.ts';
import { toWire } from '#domain/dates.ts';
import { MAX_PAGE_SIZE } from '#domain/limits/lists.ts';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { RebuildError } from '../errors.ts';

const CHANGES_PAGE_SIZE = '1000';

/**
 * The public catalogue API. Every call throws RebuildError if the API cannot be reached or answers
 * with an error.
 */
export interface CatalogueClient {
  /** Returns one page of the changes after a cursor, or of all films without a cursor. */
  changes: (since?: string) => Promise<Changes>;
  filmsWithStreamingDateBetween: (after: Date, until: Date) => Promise<Movie[]>;
  /**
   * Digest of collections, languages, genres and content pages. A content page that does not load
   * counts as absent.
   */
  siteContentDigest: () => Promise<string>;
}

export interface Changes {
  changed: Movie[];
  /** Film keys. */
  removed: string[];
  cursor: string;
  /**
   * Whether this is the first page of all films, because the cursor was missing, invalid or of
   * another catalogue.
   */
  full: boolean;
  isLast: boolean;
}

export function createCatalogueClient(apiOrigin: string): CatalogueClient {
  const request = async (path: string, query: Record<string, string> = {}): Promise<unknown> => {
    const url = new URL(`/api/ott${path}`, apiOrigin);
    url.search = new URLSearchParams(query).toString();
    // `no-cache` makes the server query the primary database: a replica may lack the newest change.
    const send = () => fetch(url, { headers: { 'Cache-Control': 'no-cache' } });
    // One retry: the server may have just closed a kept-alive connection.
    const response = await send().catch(() => send().catch(() => null));
    if (!response)
      throw new RebuildError(`The catalogue did not answer (no connection to ${url.origin})`);
    if (!response.ok)
      throw new RebuildError(
        `The catalogue request failed (${response.status} from ${url.origin})`,
      );
    return response.json();
  };

  return {
    async changes(since) {
      const query = withoutUndefined({ limit: CHANGES_PAGE_SIZE, since });
      const page = catalogueChanges.reply!.parse(await request(catalogueChanges.path, query));
      return {
        ...page,
        isLast: page.cursor === since || page.changed.length + page.removed.length === 0,
      };
    },
    async filmsWithStreamingDateBetween(after, until) {
      // API times have whole seconds, so the range is a second wider. An extra film is only
      // rendered again.
      const [from, to] = [
        toWire(new Date(after.getTime() - 1000)),
        toWire(new Date(until.getTime() + 1000)),
      ];
      const search = `streamingStartDate>${from},streamingStartDate<${to},movieId+`;
      const films: Movie[] = [];
      for (let page = 0; ; page++) {
        const query = { search, page: String(page), size: String(MAX_PAGE_SIZE) };
        const result = MoviePage.parse(await request(publicSearchMovies.path, query));
        films.push(...result.content);
        if (page + 1 >= result.totalPages) return films;
      }
    },
    async siteContentDigest() {
      const hash = createHash('sha256');
      for (const { path } of [publicCollections, publicLanguages, publicGenres])
        hash.update(JSON.stringify(await request(path)));
      for (const name of PAGE_NAMES)
        hash.update(
          JSON.stringify(await request(publicPage.path.replace(':name', name)).catch(() => null)),
        );
      return hash.digest('hex');
    },
  };
}
