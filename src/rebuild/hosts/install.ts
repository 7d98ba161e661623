import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { InstalledFile } from './systemd.ts';

/** Writes files below `root` (`/` installs them) and returns one output line for each. */
export const installFiles = (root: string, files: InstalledFile[]): string[] =>
  files.map(({ path, text, mode = 0o644, keepsExisting }) => {
    const full = join(root, path);
    if (keepsExisting && existsSync(full)) return `${full} exists and was not changed`;
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text, { mode });
    return full;
  });
