import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { installFiles } from '#rebuild/hosts/install.ts';
import { newSettings } from '#rebuild/hosts/settings-file.ts';
import { BACKUP_DIR, systemdFiles } from '#rebuild/hosts/systemd.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandResult } from '../command-result.ts';
import { detailsResult } from '../results.ts';

/** The Unix socket of PostgreSQL: peer authentication needs no password. */
const DATABASE_URL = 'postgres://matinee@%2Frun%2Fpostgresql/matinee';

interface UnitsInput {
  name: string[];
  code: string;
  out?: string | undefined;
  install?: boolean | undefined;
}

/** Prints the files, writes them below the folder `out`, or installs them on this machine. */
export async function writeUnits(
  { resolvePath, isDry }: CommandContext,
  { name, code, out, install }: UnitsInput,
): Promise<CommandResult> {
  const files = [
    newSettings({ hostNames: name, databaseUrl: DATABASE_URL, backupTo: BACKUP_DIR }),
    ...systemdFiles({ codeDir: code, node: nodeFor(code) }),
  ];
  const root = install ? '/' : out && resolvePath(out);
  if (!root || isDry)
    return detailsResult(
      { files },
      files.flatMap((each) => [`# ${each.path}`, each.text]),
    );
  const written = installFiles(root, files);
  if (install) await reloadSystemd();
  return detailsResult({ written }, written);
}

/**
 * Prefers the Node of the npm packages, because upgrades replace it together with the code. If this
 * command runs on the Node of its packages, setup installs one in the folder of the code too. The
 * Node of another checkout may be deleted with it.
 */
function nodeFor(code: string): string {
  const own = join(code, 'node_modules', '.bin', 'node');
  const isMachineNode = !process.execPath.includes(`${sep}node_modules${sep}`);
  return isMachineNode && !existsSync(own) ? process.execPath : own;
}

async function reloadSystemd(): Promise<void> {
  const run = promisify(execFile);
  await run('systemd-sysusers');
  await run('systemd-tmpfiles', ['--create', 'matinee.conf']);
  await run('systemctl', ['daemon-reload']);
}
