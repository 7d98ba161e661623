import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPATIBLE_SINCE } from '#server/db/compatible-since.ts';
import { PROJECT } from './project.ts';

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: PROJECT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/**
 * Returns the commit before the newest migration, as the previous release for an upgrade test. `UPGRADE_FROM` overrides it.
 * `missing`: why there is no such commit.
 */
export function previousReleaseCommit(): { commit: string } | { missing: string } {
  if (!existsSync(join(PROJECT, '.git'))) return { missing: 'this folder has no git history' };
  const newest = Object.keys(COMPATIBLE_SINCE).at(-1)!;
  const addedIn = git(
    'log',
    '-1',
    '--diff-filter=A',
    '--format=%H',
    '--',
    `src/server/db/migrations/${newest}.sql`,
  );
  // An uncommitted migration is newer than every commit.
  const revision = process.env['UPGRADE_FROM'] ?? (addedIn ? `${addedIn}^` : 'HEAD');
  const commit = git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
  return commit ? { commit } : { missing: `the git history does not reach back to ${revision}` };
}

export const checkOutRelease = (commit: string): Release =>
  unpack(`git archive ${commit} . ':(exclude)tests'`, `the project at ${commit}`);

export function createNextRelease(sql: string, compatibleSince: number): Release {
  const release = unpack(
    'tar -c --exclude=scripts/sample src scripts public package.json',
    'this project',
  );
  const database = join(release.folder, 'src/server/db');
  addMigration(join(database, 'migrations'), sql);
  const list = join(database, 'compatible-since.ts');
  writeFileSync(
    list,
    readFileSync(list, 'utf8').replace(/\n};/, `\n  ${NEXT_MIGRATION}: ${compatibleSince},\n};`),
  );
  return release;
}

const NEXT_MIGRATION = 'the_next';

export function addMigration(folder: string, sql: string) {
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const { when, idx, ...entry } = journal.entries.at(-1);
  journal.entries.push({ ...entry, when: when + 1, idx: idx + 1, tag: NEXT_MIGRATION });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, `${NEXT_MIGRATION}.sql`), sql);
}

export interface Release {
  folder: string;
  drop: () => void;
}

function unpack(command: string, description: string): Release {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-release-'));
  const { status, stderr } = spawnSync(
    'bash',
    ['-o', 'pipefail', '-c', `${command} | tar -x -C ${folder}`],
    {
      cwd: PROJECT,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`${description} cannot be unpacked: ${stderr}`);
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  return { folder, drop: () => rmSync(folder, { recursive: true, force: true }) };
}
