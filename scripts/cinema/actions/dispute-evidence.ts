import { writeFile } from 'node:fs/promises';
import {
  disputeEvidencePdf,
  requireEvidence,
} from '#server/streaming/evidence/dispute-evidence.ts';
import { CommandError } from '../../command-error.ts';
import type { CommandResult } from '../command-result.ts';
import { detailsResult } from '../results.ts';
import type { ServerCommandContext } from '../server-command-context.ts';

/** Only its owner may read the file: it has personal data. An existing file stays as it is. */
const NEW_PRIVATE_FILE = { flag: 'wx', mode: 0o600 };

export async function saveEvidence(
  context: ServerCommandContext,
  { dispute, file }: { dispute: string; file: string },
): Promise<CommandResult> {
  const path = context.resolveOutputPath(file);
  await requireEvidence(context.deps, dispute);
  if (context.isDry)
    return detailsResult({ dryRun: true, dispute, file: path }, [
      `Would save the evidence of ${dispute} to ${path} (dry run, nothing was written).`,
    ]);
  await context.runLong(
    async (deps) => {
      await writeNewFile(path, await disputeEvidencePdf(deps, dispute));
      return { outcome: 'done', summary: 'saved', value: null };
    },
    async () => null,
  );
  return detailsResult({ dispute, file: path }, [`The evidence of ${dispute} is in ${path}`]);
}

const writeNewFile = (path: string, content: Uint8Array) =>
  writeFile(path, content, NEW_PRIVATE_FILE).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new CommandError(`${path} exists. Choose another name, or delete it.`);
    if (error.code === 'ENOENT') throw new CommandError(`The folder of ${path} does not exist.`);
    throw error;
  });
