import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { POLICY_SETTINGS } from '#domain/content-policy.ts';

export const SOURCES = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Folders in `src` that pages do not use: a change there needs no rebuild. */
const UNUSED_FOLDERS = new Set(['server', 'sandbox', 'rebuild']);
/** Whether astro.config.mjs or the pages read the setting. */
const isUsedByPages = (setting: string) =>
  setting.startsWith('PUBLIC_') || POLICY_SETTINGS.includes(setting);

/** Digest of source files, packages, settings and the site's origin. */
export function digestOfSources(
  projectDir: string,
  origin: string,
  settings: NodeJS.ProcessEnv,
): string {
  const hash = createHash('sha256').update(origin);
  for (const source of SOURCES) addTo(hash, projectDir, source);
  for (const name of Object.keys(settings).filter(isUsedByPages).sort())
    if (name !== 'PUBLIC_ORIGIN') hash.update(`${name}=${settings[name]}\n`);
  return hash.digest('hex');
}

function addTo(hash: Hash, projectDir: string, path: string) {
  const full = join(projectDir, path);
  if (!statSync(full).isDirectory()) {
    hash.update(path).update(readFileSync(full));
    return;
  }
  for (const name of readdirSync(full).sort()) {
    if (path === 'src' && UNUSED_FOLDERS.has(name)) continue;
    addTo(hash, projectDir, join(path, name));
  }
}
