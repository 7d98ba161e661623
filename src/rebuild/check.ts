import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { routes, shellPath } from '#routes.ts';

/** Throws unless every route of the table has its HTML in a release. */
export function checkRelease(outDir: string): void {
  const files = [
    '404.html',
    ...Object.values(routes).map(({ path, build }) => `${build === 'page' ? path : shellPath(path)}/index.html`),
  ];
  const missing = files.filter((file) => !existsSync(join(outDir, file)));
  if (missing.length) throw new Error(`The built site lacks ${missing.join(', ')}; the running one stays`);
}
