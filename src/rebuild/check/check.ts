import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { routes, shellPath } from '#routes.ts';
import { RebuildError } from '../errors.ts';

const ALWAYS = ['404.html', '410/index.html', 'robots.txt', 'sitemap-index.xml'];

/** Throws unless every route of the table has its HTML in a release. */
export function checkRoutes(outDir: string): void {
  const files = [
    ...ALWAYS,
    ...Object.values(routes).map(({ path, build }) => `${build === 'page' ? path : shellPath(path)}/index.html`),
  ];
  const missing = files.filter((file) => !existsSync(join(outDir, file)));
  if (missing.length) throw new RebuildError(`The built site lacks ${missing.join(', ')}; the running one stays`);
}

export async function checkRelease({ outDir }: { outDir: string } & Record<string, unknown>) {
  checkRoutes(outDir);
}
