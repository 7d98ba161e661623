import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installFiles } from '#rebuild/hosts/install.ts';
import { newSettings } from '#rebuild/hosts/settings-file.ts';
import { BACKUPS, systemdFiles } from '#rebuild/hosts/systemd.ts';
import type { Counter } from '../counter.ts';
import type { Answer } from '../verb.ts';

/** PostgreSQL's own socket, whose peer authentication needs no password. */
const DATABASE_URL = 'postgres://matinee@%2Frun%2Fpostgresql/matinee';

interface UnitsInput {
  /** Host names; the first one stands in links. */
  name: string[];
  code: string;
  out?: string | undefined;
  install?: boolean | undefined;
}

/** The files of `cinema host systemd`: printed, written below a folder, or installed on this machine. */
export async function writeUnits({ path, isDry }: Counter, { name, code, out, install }: UnitsInput): Promise<Answer> {
  const files = [
    newSettings({ names: name, databaseUrl: DATABASE_URL, backupTo: BACKUPS }),
    ...systemdFiles({ codeDir: code, node: nodeOf(code) }),
  ];
  const root = install ? '/' : out && path(out);
  if (!root || isDry) return { data: { files }, lines: files.flatMap((each) => [`# ${each.path}`, each.text]) };
  const written = installFiles(root, files);
  if (install) await tellSystemd();
  return { data: { written }, lines: written };
}

/** The Node of the packages, which an upgrade brings along; else the one that runs this. */
function nodeOf(code: string): string {
  const own = join(code, 'node_modules', '.bin', 'node');
  return existsSync(own) ? own : process.execPath;
}

/** Makes the user and the folders, and has systemd read the units. */
async function tellSystemd(): Promise<void> {
  const run = promisify(execFile);
  await run('systemd-sysusers');
  await run('systemd-tmpfiles', ['--create', 'matinee.conf']);
  await run('systemctl', ['daemon-reload']);
}
