import { z } from 'zod';
import type { Finding } from '#server/doctor/finding.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand } = defineCommands(() => import('#server/doctor/run-checks.ts'));

const MARK: Record<Finding['state'], string> = { well: 'well', look: 'LOOK', ill: 'ILL ' };

const formatFinding = ({ state, subject, says, remedy }: Finding): string[] => [
  `${MARK[state]}  ${subject.padEnd(12)} ${says}`,
  ...(remedy ? [`${' '.repeat(19)}→ ${remedy}`] : []),
];

export const doctor: CommandGroup = {
  name: 'doctor',
  summary: 'Checks the whole installation, and explains how to fix problems',
  commands: [
    readCommand({
      usage: 'doctor',
      summary:
        'Checks database, clock, storage, private files, films, backups, site, jobs, money, providers, address, proxy and certificate.',
      details:
        'LOOK: a warning; the part works. ILL: a problem that viewers notice now or soon; the exit code is then 2.',
      input: z.object({}),
      examples: ['doctor', 'doctor --json'],
      run: async ({ deps }, _, { runChecks }) => {
        const findings = await runChecks({ ...deps, fetch });
        const isIll = findings.some(({ state }) => state === 'ill');
        return { data: { findings }, lines: findings.flatMap(formatFinding), exitCode: isIll ? 2 : 0 };
      },
    }),
  ],
};
