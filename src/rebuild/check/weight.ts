import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Tag } from './html.ts';

export interface Weight {
  html: number;
  style: number;
  /** Until the first interaction: what the page names, and the islands that do not wait for one. */
  script: number;
  font: number;
  /** Everything but pictures and films. */
  total: number;
  requests: number;
}

export interface WeighedPage {
  file: string;
  tags: Tag[];
}

/** Weighs pages of one release; what several of them load is compressed once. */
export type Scales = (page: WeighedPage) => Weight;

/** A module and all that it imports at once; `import()` waits. */
function modulesOf(dir: string, path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  const code = readFileSync(join(dir, path), 'utf8');
  for (const [, from] of code.matchAll(
    /(?:^|[;}\s])(?:import|export)\s*(?:[\w$*{}\s,]+?\s*from\s*)?["'](\.{1,2}\/[^"']+)["']/g,
  )) {
    const next = posix.join(dirname(path), from!);
    if (existsSync(join(dir, next))) modulesOf(dir, next, seen);
  }
  return seen;
}

/** What a visitor's browser loads for a page, in bytes as our server sends them (brotli). A lower quality is quicker, and never tells less. */
export function scalesFor(dir: string, quality = constants.BROTLI_MAX_QUALITY): Scales {
  const sizes = new Map<string, number>();
  const compress = (body: Buffer) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const weigh = (file: string): number => {
    const known =
      sizes.get(file) ?? (file.endsWith('.woff2') ? readFileSync(file).length : compress(readFileSync(file)));
    sizes.set(file, known);
    return known;
  };
  const sum = (paths: Iterable<string>) => [...paths].reduce((all, path) => all + weigh(join(dir, path)), 0);

  return ({ file, tags }) => {
    const { styles, scripts } = loadedBy(dir, tags);
    const fonts = new Set(
      [...styles].flatMap((path) =>
        [...readFileSync(join(dir, path), 'utf8').matchAll(/url\(['"]?(\/fonts\/[^)'"]+)/g)].map(([, font]) => font!),
      ),
    );
    const weight = { html: weigh(file), style: sum(styles), script: sum(scripts), font: sum(fonts) };
    const { html, style, script, font } = weight;
    return { ...weight, total: html + style + script + font, requests: 1 + styles.size + scripts.size + fonts.size };
  };
}

function loadedBy(dir: string, tags: Tag[]) {
  const styles = new Set<string>();
  const entries: string[] = [];
  for (const { name, attributes } of tags) {
    if (name === 'link' && attributes['rel'] === 'stylesheet') styles.add(attributes['href']!);
    if (name === 'script' && attributes['src']) entries.push(attributes['src']);
    if (name === 'astro-island' && attributes['client'] !== 'intent')
      entries.push(attributes['component-url']!, attributes['renderer-url']!);
  }
  const scripts = new Set<string>();
  for (const entry of entries.filter(Boolean)) modulesOf(dir, entry, scripts);
  return { styles, scripts };
}
