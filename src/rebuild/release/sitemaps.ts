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
import type { RenderedSitemapPart } from '../render/render-messages.ts';

interface SitemapChange {
  outDir: string;
  previousDir: string | null;
  origin: string;
  /** One part may occur several times, with the films of different batches. */
  renderedParts: RenderedSitemapPart[];
  removedFilms: { key: string; movieId: number }[];
}

/**
 * Writes the film sitemaps: links unchanged parts of the previous release and merges the changes
 * into the other parts.
 */
export function writeSitemaps({
  outDir,
  previousDir,
  origin,
  renderedParts,
  removedFilms,
}: SitemapChange): void {
  const rendered = Map.groupBy(renderedParts, ({ partNumber }) => partNumber);
  const removed = Map.groupBy(removedFilms, ({ movieId }) => sitemapPartOf(movieId));
  const previousNumbers = new Set(previousDir ? partNumbersIn(previousDir) : []);
  const changedNumbers = new Set([...rendered.keys(), ...removed.keys()]);
  const partNumbers: number[] = [];
  for (const partNumber of new Set([...previousNumbers, ...changedNumbers])) {
    const name = sitemapPartName(partNumber);
    const file = previousDir && previousNumbers.has(partNumber) ? join(previousDir, name) : null;
    const removedKeys = new Set((removed.get(partNumber) ?? []).map(({ key }) => key));
    if (file && !changedNumbers.has(partNumber)) linkSync(file, join(outDir, name));
    else if (
      !writePart({
        target: join(outDir, name),
        previousFile: file,
        renderedParts: rendered.get(partNumber) ?? [],
        removedKeys,
      })
    )
      continue;
    partNumbers.push(partNumber);
  }
  writeFileSync(join(outDir, SITEMAP_INDEX), sitemapIndex(partNumbers, new URL(origin)));
}

const partNumbersIn = (dir: string) =>
  readdirSync(dir).flatMap((name) => sitemapPartNumber(name) ?? []);

/** Returns false, and writes nothing, if the part has no films. */
function writePart({
  target,
  previousFile,
  renderedParts,
  removedKeys,
}: {
  target: string;
  previousFile: string | null;
  renderedParts: RenderedSitemapPart[];
  removedKeys: ReadonlySet<string>;
}): boolean {
  const previous = previousFile && readFileSync(previousFile, 'utf8');
  const documents = renderedParts.map(({ xml: document }) => document);
  const merged = mergeSitemap(previous, documents, removedKeys);
  if (merged !== null) writeFileSync(target, merged);
  return merged !== null;
}
