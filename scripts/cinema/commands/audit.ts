import { z } from 'zod';
import { HOUSE_ZONE, local } from '#domain/dates.ts';
import { DATE_EXAMPLES } from '#domain/parse-instant.ts';
import type { Change } from '#server/operator/change.ts';
import { limit, readMoment, zone } from '../fields.ts';
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
        '--since <moment>': 'from then on, by the clock of that zone',
        '--zone <name>': `the time zone of what is listed, as in Europe/Berlin; ${HOUSE_ZONE} unless given`,
        '--limit <number>': 'how many; 50 unless given',
      },
      input: z
        .object({ since: z.string().optional(), zone: zone.default(HOUSE_ZONE), limit })
        .transform(({ since, ...given }, context) => {
          const from = since === undefined ? null : readMoment(since, given.zone);
          if (since === undefined || from) return { ...given, from };
          context.addIssue({
            code: 'custom',
            path: ['since'],
            message: `must be a moment, as in ${DATE_EXAMPLES}, or now`,
          });
          return z.NEVER;
        }),
      examples: ['audit --since 2026-11-21', 'audit --zone Europe/Berlin'],
      run: async ({ deps }, { from, zone: inZone, limit: most }, { listDeeds }) => {
        const rows = await listDeeds(deps, from, most);
        const short = rows.map((row) => ({
          ...row,
          at: local(row.at, inZone)!.format('YYYY-MM-DD HH:mm'),
          what: inShort(row.changes as Change[]) || row.said,
        }));
        const { lines } = list('audit', short, {
          at: `when (${inZone})`,
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
