import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueChanges } from '#contract/catalogue.ts';
import { DAY } from '#domain/limits.ts';
import type { Release } from './publish.ts';
import type { RebuildOptions } from './rebuild.ts';

/** What the pages are made of, besides the catalogue. */
const SOURCES = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Rooms that no page is made of: a change there needs no new site. */
const NOT_PAGES = new Set(['server', 'sandbox', 'rebuild']);
/** Chosen: films open without a word to the pages, so a release serves a day at most. */
const RELEASE_AGE = DAY;

export interface Plan {
  isFresh: boolean;
  sources: string;
  cursor: string;
}

/** Whether the current release still tells the truth; asks the catalogue for what changed since its cursor. */
export async function planRelease(
  { apiOrigin, origin, projectDir }: RebuildOptions,
  current: Release | null,
): Promise<Plan> {
  const sources = digestOfSources(projectDir);
  const { cursor, hasChanged } = await catalogueSince(apiOrigin, current?.cursor);
  const isSame = current?.sources === sources && current.origin === origin && !hasChanged;
  const isYoung = current !== null && Date.now() - Date.parse(current.builtAt) < RELEASE_AGE;
  return { isFresh: isSame && isYoung, sources, cursor };
}

async function catalogueSince(
  apiOrigin: string,
  since: string | undefined,
): Promise<{ cursor: string; hasChanged: boolean }> {
  let cursor = since;
  let hasChanged = since === undefined;
  for (;;) {
    const url = new URL(`/api/ott${catalogueChanges.path}`, apiOrigin);
    url.search = new URLSearchParams({ limit: '1000', ...(cursor === undefined ? {} : { since: cursor }) }).toString();
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The catalogue did not answer (${response.status} from ${url.origin})`);
    const page = catalogueChanges.reply!.parse(await response.json());
    const isEnd = page.cursor === cursor || page.changed.length + page.removed.length === 0;
    hasChanged ||= page.changed.length + page.removed.length > 0;
    cursor = page.cursor;
    if (isEnd) return { cursor, hasChanged };
  }
}

function digestOfSources(projectDir: string): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) addTo(hash, projectDir, source);
  return hash.digest('hex');
}

function addTo(hash: ReturnType<typeof createHash>, projectDir: string, path: string) {
  const full = join(projectDir, path);
  const entries = entriesOf(full);
  if (entries === null) {
    hash.update(path).update(readFileSync(full));
    return;
  }
  for (const name of entries) {
    if (path === 'src' && NOT_PAGES.has(name)) continue;
    addTo(hash, projectDir, join(path, name));
  }
}

/** The sorted names in a folder; null for a file. */
function entriesOf(path: string): string[] | null {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}
