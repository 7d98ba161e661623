import { linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  mergeSitemap,
  SITEMAP_INDEX,
  sitemapIndex,
  sitemapPartName,
  sitemapPartNumber,
  sitemapPartOf,
} from '#domain/sitemap.ts';
import type { DrawnPart } from '../render/task.ts';

export interface SitemapChange {
  outDir: string;
  /** The release before; null when nothing of it is to be kept. */
  previousDir: string | null;
  origin: string;
  /** The films that were drawn, part by part; a part may come in several pieces. */
  drawn: DrawnPart[];
  gone: { key: string; movieId: number }[];
}

/** Writes the films' sitemaps: parts without a change are the files of the release before, the others those with the change in them. */
export function writeSitemaps({ outDir, previousDir, origin, drawn, gone }: SitemapChange): void {
  const fresh = Map.groupBy(drawn, ({ part }) => part);
  const goneFrom = Map.groupBy(gone, ({ movieId }) => sitemapPartOf(movieId));
  const old = new Set(previousDir ? partsIn(previousDir) : []);
  const touched = new Set([...fresh.keys(), ...goneFrom.keys()]);
  const parts: number[] = [];
  for (const part of new Set([...old, ...touched])) {
    const name = sitemapPartName(part);
    const file = previousDir && old.has(part) ? join(previousDir, name) : null;
    const keys = new Set((goneFrom.get(part) ?? []).map(({ key }) => key));
    if (file && !touched.has(part)) linkSync(file, join(outDir, name));
    else if (!writePart(join(outDir, name), file, fresh.get(part) ?? [], keys)) continue;
    parts.push(part);
  }
  writeFileSync(join(outDir, SITEMAP_INDEX), sitemapIndex(parts, new URL(origin)));
}

const partsIn = (dir: string) => readdirSync(dir).flatMap((name) => sitemapPartNumber(name) ?? []);

/** Whether any film is left to write. */
function writePart(target: string, file: string | null, drawn: DrawnPart[], gone: ReadonlySet<string>): boolean {
  const old = file && readFileSync(file, 'utf8');
  const fresh = drawn.map(({ document }) => document);
  const left = mergeSitemap(old, fresh, gone);
  if (left !== null) writeFileSync(target, left);
  return left !== null;
}
