import { excessMode, privatePaths } from '../private-files.ts';
import { type Check, ill, well } from './finding.ts';

/** The database and its backups have numbers, addresses and hashes of people. */
export const privateFilesAreClosed: Check = async ({ config }) => {
  const open = privatePaths(config).filter((each) => excessMode(each));
  if (!open.length) return well('private', 'Other users of this machine cannot read the database, secrets and backups');
  const names = open.map(({ path }) => path);
  const modes = open.map((each) => `chmod ${each.allowed.toString(8)} ${each.path}`);
  return ill(
    'private',
    `Other users of this machine may read or write in ${names.slice(0, 3).join(', ')}`,
    `A start of the server closes what its user owns. Or by hand: ${modes.join(' && ')}.`,
  );
};
