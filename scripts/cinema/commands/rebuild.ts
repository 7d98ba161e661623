import { z } from 'zod';
import { doneBy, type Noun } from '../verb.ts';

const { worksHere } = doneBy(() => import('../work/rebuild.ts'));

export const rebuildSite: Noun = {
  name: 'rebuild',
  about: 'Makes the pages that changed, and puts them live in one step',
  verbs: [
    worksHere({
      words: 'rebuild',
      about:
        'Makes the pages that changed since the last release, and puts them live in one step. An open house does it by itself.',
      more: 'It asks the house, which must be open. When it fails, the site that is served stays as it is.',
      changes: true,
      options: {
        '--full': 'make all pages anew',
        '--wait': 'wait for another rebuild to end, instead of leaving',
        '--rollback': 'serve the release before; nothing is built until something newer is there',
        '--watch': 'stay, and rebuild whenever the catalogue changes',
        '--over-budget': 'publish also pages that are heavier than they should be',
        '--api <url>': 'where the house answers; otherwise on this machine, at PORT',
      },
      input: z
        .object({
          full: z.boolean().optional(),
          wait: z.boolean().optional(),
          rollback: z.boolean().optional(),
          watch: z.boolean().optional(),
          overBudget: z.boolean().optional(),
          api: z.url().optional(),
        })
        .refine(
          ({ rollback, full, watch, overBudget, api }) => !rollback || !(full || watch || overBudget || api),
          '--rollback builds nothing: beside it only --wait',
        )
        .refine(({ watch, full }) => !(watch && full), '--watch makes what changes: say --full without it, once'),
      examples: ['rebuild', 'rebuild --dry-run', 'rebuild --rollback'],
      run: (counter, input, { rebuildAs }) => rebuildAs(counter, input),
    }),
  ],
};
