import { z } from 'zod';
import type { Finding } from '#server/doctor/finding.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads } = doneBy(() => import('#server/doctor/examine.ts'));

const MARK: Record<Finding['state'], string> = { well: 'well', look: 'LOOK', ill: 'ILL ' };

const linesOf = ({ state, subject, says, remedy }: Finding): string[] => [
  `${MARK[state]}  ${subject.padEnd(12)} ${says}`,
  ...(remedy ? [`${' '.repeat(19)}→ ${remedy}`] : []),
];

export const doctor: Noun = {
  name: 'doctor',
  about: 'Looks at everything, and says what to do',
  verbs: [
    reads({
      words: 'doctor',
      about:
        'Looks at database, clock, storage, private files, films, backups, site, jobs, money, providers, address, proxy and certificate.',
      more: 'LOOK: it works, and should be looked at. ILL: viewers notice, or will; then the exit code is 2.',
      input: z.object({}),
      examples: ['doctor', 'doctor --json'],
      run: async ({ deps }, _, { examine }) => {
        const findings = await examine({ ...deps, fetch });
        const isIll = findings.some(({ state }) => state === 'ill');
        return { data: { findings }, lines: findings.flatMap(linesOf), code: isIll ? 2 : 0 };
      },
    }),
  ],
};
