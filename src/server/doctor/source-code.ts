import { npmCommand, sentence } from '#domain/format/sentence.ts';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Check, healthy, warning } from './finding.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const GIT_TIMEOUT_MS = 5000;
const execFileAsync = promisify(execFile);

/**
 * The AGPL (§13) demands an offer of the source from those who run changed code. Chosen: code
 * counts as unchanged only if git says so. A warning too many costs one setting; a missing one
 * breaks the licence.
 */
export const checkSourceCode = (folder = PROJECT): Check =>
  async function checkSource({ config: { isProduction, sourceUrl } }) {
    if (!isProduction) return [];
    if (sourceUrl !== null) return healthy(`The footer links to the source at ${sourceUrl}`);
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    const comparison = await compareWithRelease(folder, `v${version}`);
    if (comparison === 'same') return healthy(`The code is that of release ${version}`);
    return warning(
      comparison === 'changed'
        ? `The code differs from release ${version}, and no page links to its source`
        : `It is unknown whether the code is that of release ${version}, and no page links to its source`,
      sentence`Set PUBLIC_SOURCE_URL to the address of the source that you run, then run ${npmCommand('rebuild')}. The AGPL (§13) demands that your viewers can get changed code.`,
    );
  };

/** `unknown`: git is missing, or the folder is no clone. */
async function compareWithRelease(
  folder: string,
  tag: string,
): Promise<'same' | 'changed' | 'unknown'> {
  // The clone may belong to another user than the server's.
  const git = (...args: string[]) =>
    execFileAsync(
      'git',
      ['-c', `safe.directory=${folder.replace(/\/$/, '')}`, '-C', folder, ...args],
      {
        timeout: GIT_TIMEOUT_MS,
      },
    ).then(({ stdout }) => stdout.trim());
  try {
    const changes = await git('status', '--porcelain', '--untracked-files=no');
    const tags = (await git('tag', '--points-at', 'HEAD')).split('\n');
    return changes === '' && tags.includes(tag) ? 'same' : 'changed';
  } catch {
    return 'unknown';
  }
}
