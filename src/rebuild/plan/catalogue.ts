import { createHash } from 'node:crypto';
import {
  catalogueChanges,
  type Movie,
  publicCollections,
  publicGenres,
  publicLanguages,
  publicSearchMovies,
} from '#contract/catalogue.ts';
import { PAGE_NAMES, publicPage } from '#contract/content.ts';
import { toWire } from '#domain/dates.ts';
import { MAX_PAGE_SIZE } from '#domain/limits.ts';
import { RebuildError } from '../errors.ts';

const CHANGES_AT_ONCE = '1000';

/** The public catalogue, as a rebuild asks it. Every call throws a sentence when it does not answer. */
export interface Catalogue {
  /** One page of what changed after a cursor; without one, of all films. */
  changes: (since?: string) => Promise<Changes>;
  /** Films that opened after one moment and up to another. */
  opened: (after: Date, until: Date) => Promise<Movie[]>;
  /** Digest of what pages show besides films. */
  surroundings: () => Promise<string>;
}

export interface Changes {
  changed: Movie[];
  /** Keys of films that are shown no more. */
  removed: string[];
  cursor: string;
  /** The cursor was none of this catalogue's: all films came. */
  full: boolean;
  isLast: boolean;
}

export function catalogueAt(apiOrigin: string): Catalogue {
  const ask = async (path: string, query: Record<string, string> = {}): Promise<unknown> => {
    const url = new URL(`/api/ott${path}`, apiOrigin);
    url.search = new URLSearchParams(query).toString();
    // A replica may not have heard of the newest change: the primary is asked.
    const look = () => fetch(url, { headers: { 'Cache-Control': 'no-cache' } });
    // A connection that the house has just closed is no silence: it is asked once more.
    const response = await look().catch(() => look().catch(() => null));
    if (!response?.ok)
      throw new RebuildError(
        `The catalogue did not answer (${response?.status ?? 'no connection'} from ${url.origin})`,
      );
    return response.json();
  };

  return {
    async changes(since) {
      const query = { limit: CHANGES_AT_ONCE, ...(since === undefined ? {} : { since }) };
      const page = catalogueChanges.reply!.parse(await ask(catalogueChanges.path, query));
      return { ...page, isLast: page.cursor === since || page.changed.length + page.removed.length === 0 };
    },
    async opened(after, until) {
      // The wire knows seconds: one too many is only drawn once more.
      const [from, to] = [toWire(new Date(after.getTime() - 1000)), toWire(new Date(until.getTime() + 1000))];
      const search = `streamingStartDate>${from},streamingStartDate<${to},movieId+`;
      const films: Movie[] = [];
      for (let page = 0; ; page++) {
        const query = { search, page: String(page), size: String(MAX_PAGE_SIZE) };
        const found = publicSearchMovies.reply!.parse(await ask(publicSearchMovies.path, query));
        films.push(...found.content);
        if (page + 1 >= found.totalPages) return films;
      }
    },
    async surroundings() {
      const hash = createHash('sha256');
      for (const { path } of [publicCollections, publicLanguages, publicGenres])
        hash.update(JSON.stringify(await ask(path)));
      for (const name of PAGE_NAMES)
        hash.update(JSON.stringify(await ask(publicPage.path.replace(':name', name)).catch(() => null)));
      return hash.digest('hex');
    },
  };
}
