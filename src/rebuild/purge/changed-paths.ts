import { FILM_SHELL, SHELLS } from '../hosts/rules.ts';
import { fileChangesBetween } from '../publish/site-files.ts';
import { HASHED_FOLDER } from '../release/folders.ts';
import { BUILD_INFO_FILE, type Release } from '../release/manifest.ts';

/** One page for every parameter value: the URLs that viewers used are not recorded. */
const SHELL_FILES = new Set(
  [FILM_SHELL, ...SHELLS.map(({ file }) => file)].map((file) => file.slice(1)),
);

/**
 * URL paths whose content changed or was removed. Null if new code or settings change shells, under
 * any parameter value.
 */
export function changedPaths(dataDir: string, from: Release | null, to: Release): string[] | null {
  if (from?.sources !== to.sources) return null;
  const { changed, removed } = fileChangesBetween(dataDir, from, to);
  const files = [...changed.keys(), ...removed, BUILD_INFO_FILE];
  // Hashed files never change.
  return files
    .filter((file) => !file.startsWith(`${HASHED_FOLDER}/`) && !SHELL_FILES.has(file))
    .map(urlPathOf);
}

/** `v/kite/Ab3/index.html` → `/v/kite/Ab3`, encoded as links are. */
const urlPathOf = (file: string) =>
  `/${file
    .replace(/(^|\/)index\.html$/, '')
    .split('/')
    .map((part) => encodeURIComponent(part).replaceAll('%3B', ';'))
    .join('/')}`;
