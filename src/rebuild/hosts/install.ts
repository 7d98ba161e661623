import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InstalledFile } from './systemd.ts';

/** Writes files below a folder; `/` installs them. Gives a sentence for each. */
export const installFiles = (root: string, files: InstalledFile[]): string[] =>
  files.map(({ path, text, mode = 0o644, isKept }) => {
    const full = join(root, path);
    if (isKept && existsSync(full)) return `${full} exists and stays as it is`;
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text, { mode });
    return full;
  });
