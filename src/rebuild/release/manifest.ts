import { readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';

const CARD = '.release.json';
/** What every visitor may ask for: how fresh the site is. Pages do not carry it, or each would change with every release. */
export const STAMP = 'build.json';

export const Release = z.object({
  /** Its folder below `releases`. */
  id: z.string(),
  /** Digest of the sources and settings that the pages are made with, and the site's address. */
  sources: z.string(),
  bundle: z.string(),
  /** Bundles before this one, and until when their scripts and styles stay for tabs that are open and pages that are kept. */
  formers: z.array(z.object({ bundle: z.string(), until: z.string() })).default([]),
  /** How far it knows the catalogue's changes. */
  cursor: z.string(),
  /** Digest of what pages show besides films: collections, genres, languages, content. */
  surroundings: z.string(),
  /** The moment that its pages go by. */
  builtAt: z.string(),
  origin: z.string(),
  films: z.number(),
  /** Each drawer's folder below `drawers/<drawer>`: the release that filled it last. */
  drawers: z.record(z.string(), z.string()),
});
/** What a release was made from. */
export type Release = z.infer<typeof Release>;

/** The card of a release in a folder (or of the one that a link leads to); null when there is none, or it cannot be read. */
export function releaseAt(dir: string): Release | null {
  try {
    const card = Release.parse(JSON.parse(readFileSync(join(dir, CARD), 'utf8')));
    return basename(realpathSync(dir)) === card.id ? card : null;
  } catch {
    return null;
  }
}

/** The files of a release that tell about it, by name. */
export const cardsOf = (release: Release): Record<string, string> => ({
  [CARD]: JSON.stringify(release),
  [STAMP]: `${JSON.stringify({ release: release.id, builtAt: release.builtAt, cursor: release.cursor })}\n`,
});
