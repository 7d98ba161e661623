import { excessMode, privatePaths } from '../private-files.ts';
import { type Check, problem, healthy } from './finding.ts';

export const checkPrivateFiles: Check = async ({ config }) => {
  const exposed = privatePaths(config).filter((each) => excessMode(each));
  if (!exposed.length)
    return healthy('Other users of this machine cannot read the database, secrets and backups');
  const names = exposed.map(({ path }) => path);
  const modes = exposed.map((each) => `chmod ${each.allowedMode.toString(8)} ${each.path}`);
  return problem(
    `Other users of this machine can read or write ${names.slice(0, 3).join(', ')}`,
    `Restart the server: it corrects the permissions of its own files. Or run: ${modes.join(' && ')}`,
  );
};
