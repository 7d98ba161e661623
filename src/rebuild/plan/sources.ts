import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const SOURCES = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Folders in `src` that pages do not use: a change there needs no rebuild. */
const UNUSED_FOLDERS = new Set(['server', 'sandbox', 'rebuild']);
/** The settings that astro.config.mjs and the pages read. */
const SETTING =
  /^(PUBLIC_\w+|RAZORPAY_KEY_ID|PAYPAL_CLIENT_ID|GOOGLE_CLIENT_ID|FACEBOOK_APP_ID|MEDIA_CDN_URL|MAP_TILE_URL|PICTURE_ORIGINS)$/;

/** Digest of source files, packages, settings and the site's origin. */
export function digestOfSources(projectDir: string, origin: string, settings: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256').update(origin);
  for (const source of SOURCES) addTo(hash, projectDir, source);
  for (const name of Object.keys(settings)
    .filter((setting) => SETTING.test(setting))
    .sort())
    if (name !== 'PUBLIC_ORIGIN') hash.update(`${name}=${settings[name]}\n`);
  return hash.digest('hex');
}

function addTo(hash: Hash, projectDir: string, path: string) {
  const full = join(projectDir, path);
  const entries = entriesOf(full);
  if (entries === null) {
    hash.update(path).update(readFileSync(full));
    return;
  }
  for (const name of entries) {
    if (path === 'src' && UNUSED_FOLDERS.has(name)) continue;
    addTo(hash, projectDir, join(path, name));
  }
}

/** Returns the sorted names in a folder; null for a file. */
function entriesOf(path: string): string[] | null {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null;
    throw error;
  }
}
