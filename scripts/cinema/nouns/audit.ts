import { z } from 'zod';
import type { Change } from '#server/operator/change.ts';
import { limit, moment } from '../fields.ts';
import { list, shown } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads } = doneBy(() => import('#server/operator/audit/actions.ts'));

const inShort = (changes: Change[]): string =>
  changes
    .map(({ what, before, after }) => {
      if (!before) return `${what} is new`;
      if (!after) return `${what} is gone`;
      return `${what}: ${Object.keys(after)
        .map((name) => `${name} ${shown(before[name])} → ${shown(after[name])}`)
        .join(', ')}`;
    })
    .join('; ');

export const audit: Noun = {
  name: 'audit',
  about: 'What operators did',
  verbs: [
    reads({
      words: 'audit',
      about: 'Lists what was done by these commands, newest first: who, when, what changed, how it ended.',
      more: '“begun” is work that goes on, or that was killed. --json has all that changed, before and after.',
      options: {
        '--since <moment>': 'from then on, by India’s clock',
        '--limit <number>': 'how many; 50 unless given',
      },
      input: z.object({ since: moment.optional(), limit }),
      examples: ['audit --since 2026-11-21'],
      run: async ({ deps }, { since, limit: most }, { listDeeds }) => {
        const rows = await listDeeds(deps, since ?? null, most);
        const short = rows.map((row) => ({ ...row, what: inShort(row.changes as Change[]) || row.said }));
        const { lines } = list('audit', short, {
          at: 'when',
          who: 'who',
          command: 'command',
          outcome: 'outcome',
          what: 'what',
        });
        return { data: { audit: rows }, lines };
      },
    }),
  ],
};
