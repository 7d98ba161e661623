import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the pages are made of, besides the catalogue. */
export const SOURCES = ['src', 'public', 'astro.config.mjs', 'package-lock.json', 'tsconfig.json'];
/** Rooms that no page is made of: a change there needs no new site. */
const NOT_PAGES = new Set(['server', 'sandbox', 'rebuild']);
/** Settings that astro.config.mjs and the pages read; their values are part of what is built. */
const SETTING =
  /^(PUBLIC_\w+|RAZORPAY_KEY_ID|PAYPAL_CLIENT_ID|GOOGLE_CLIENT_ID|FACEBOOK_APP_ID|MEDIA_CDN_URL|MAP_TILE_URL|PICTURE_ORIGINS)$/;

/** One digest of all that a site is made of but its films: sources, packages, settings, and its own address. */
export function digestOfSources(projectDir: string, origin: string, settings: NodeJS.ProcessEnv): string {
  const hash = createHash('sha256').update(origin);
  for (const source of SOURCES) addTo(hash, projectDir, source);
  for (const name of Object.keys(settings)
    .filter((each) => SETTING.test(each))
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
