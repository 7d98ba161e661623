import { z } from 'zod';
import { sentence, type Text } from '#domain/format/sentence.ts';
import type { Finding } from '#server/doctor/finding.ts';
import { detailsResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand } = defineCommands(() => import('#server/doctor/run-checks.ts'));

const LABELS: Record<Finding['state'], string> = {
  ok: 'ok     ',
  warning: 'WARNING',
  problem: 'PROBLEM',
};

function formatFinding({ state, subject, message, remedy }: Finding): Text[] {
  const line = `${LABELS[state]}  ${subject.padEnd(12)} ${message}`;
  return remedy ? [line, sentence`${' '.repeat(22)}→ ${remedy}`] : [line];
}

export const doctor: CommandGroup = {
  name: 'doctor',
  summary: 'Checks the whole installation, and explains how to fix problems',
  roles: ['programmer', 'finance', 'support', 'moderator'],
  commands: [
    readCommand({
      usage: 'doctor',
      title: 'Run the health check',
      worksWithoutDatabase: true,
      summary:
        'Checks database, clock, storage, private files, films, backups, site, jobs, money, providers, webhooks, address, proxy, certificate and legal pages.',
      details: 'WARNING: the part still works. PROBLEM: viewers notice it now or soon.',
      input: z.object({}),
      examples: ['doctor', 'doctor --json'],
      run: async ({ deps }, _, { runChecks }) => {
        const findings = await runChecks({ ...deps, fetch });
        const hasProblem = findings.some(({ state }) => state === 'problem');
        return {
          ...detailsResult({ findings }, findings.flatMap(formatFinding)),
          exitCode: hasProblem ? 2 : 0,
        };
      },
    }),
  ],
};
