import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { ISLAND } from '../render/astro-internals.ts';
import type { Tag } from './html.ts';

export interface Weight {
  html: number;
  style: number;
  /**
   * Scripts loaded before the first interaction: script tags and islands without `client:intent`.
   */
  script: number;
  font: number;
  /** The sum of all files in compressed bytes, without pictures and films. */
  total: number;
  requests: number;
}

export interface WeighablePage {
  file: string;
  tags: Tag[];
}

export type PageWeigher = (page: WeighablePage) => Weight;

function collectModules(dir: string, path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const code = readFileSync(join(dir, path), 'utf8');
  for (const [, specifier = ''] of code.matchAll(
    /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]+?\s*from\s*)?["'](\.{1,2}\/[^"']+)["']/g,
  )) {
    const next = posix.join(dirname(path), specifier);
    if (existsSync(join(dir, next))) collectModules(dir, next, seen);
  }
  return seen;
}

/**
 * Sums the brotli sizes of loaded files. `htmlQuality`: a lower one is faster, never smaller.
 * `knownWeights` caches shared files.
 */
export function createPageWeigher(
  dir: string,
  htmlQuality = constants.BROTLI_MAX_QUALITY,
  knownWeights: Map<string, number> = new Map(),
): PageWeigher {
  const weigh = (path: string): number => {
    const size = knownWeights.get(path) ?? sizeOf(join(dir, path));
    knownWeights.set(path, size);
    return size;
  };
  const sum = (paths: Iterable<string>) =>
    [...paths].reduce((total, path) => total + weigh(path), 0);

  return ({ file, tags }) => {
    const { styles, scripts } = filesLoadedBy(dir, tags);
    const fonts = new Set(
      [...styles].flatMap((path) =>
        [...readFileSync(join(dir, path), 'utf8').matchAll(/url\(['"]?(\/fonts\/[^)'"]+)/g)].map(
          ([, font = '']) => font,
        ),
      ),
    );
    const weight = {
      html: sizeOf(file, htmlQuality),
      style: sum(styles),
      script: sum(scripts),
      font: sum(fonts),
    };
    const { html, style, script, font } = weight;
    return {
      ...weight,
      total: html + style + script + font,
      requests: 1 + styles.size + scripts.size + fonts.size,
    };
  };
}

/**
 * Reads cached sizes by path. Compressing is the slowest part of a check. An invalid file counts as
 * empty.
 */
export function readWeights(file: string): Map<string, number> {
  try {
    return new Map(
      Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>),
    );
  } catch {
    return new Map();
  }
}

export function saveWeights(file: string, weights: Map<string, number>): void {
  if (weights.size > readWeights(file).size)
    writeFileSync(file, JSON.stringify(Object.fromEntries(weights)));
}

function sizeOf(file: string, quality = constants.BROTLI_MAX_QUALITY): number {
  const body = readFileSync(file);
  if (file.endsWith('.woff2')) return body.length;
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
}

function filesLoadedBy(dir: string, tags: Tag[]) {
  const styles = new Set<string>();
  const entries: string[] = [];
  for (const { name, attributes } of tags) {
    if (name === 'link' && attributes['rel'] === 'stylesheet' && attributes['href'])
      styles.add(attributes['href']);
    if (name === 'script' && attributes['src']) entries.push(attributes['src']);
    if (name === ISLAND.tag && attributes[ISLAND.directive] !== 'intent')
      entries.push(...ISLAND.urls.flatMap((url) => attributes[url] ?? []));
  }
  const scripts = new Set<string>();
  for (const entry of entries.filter(Boolean)) collectModules(dir, entry, scripts);
  return { styles, scripts };
}
