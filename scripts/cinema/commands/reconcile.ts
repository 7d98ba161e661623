import { z } from 'zod';
import { doneBy, type Noun } from '../verb.ts';

const { changes } = doneBy(() => import('#server/streaming/payments/reconcile.ts'));

export const reconcileNow: Noun = {
  name: 'reconcile',
  about: 'Asks the payment providers now',
  verbs: [
    changes({
      words: 'reconcile',
      about:
        'Asks the providers now about every payment that is due to be asked about; the house does it by itself too.',
      more: 'With --dry-run it counts what is due, and asks nobody.',
      input: z.object({}),
      examples: ['reconcile'],
      run: async (desk, _, { reconcile, whatIsDue }) => {
        const due = await whatIsDue(desk.deps);
        const said = `${due.payments} payments and ${due.events} pieces of news were due`;
        const paid = await desk.undertake(
          async (deps) => ({ outcome: 'done', said, value: await reconcile(deps) }),
          async () => 0,
        );
        const lines = desk.isDry
          ? [`${said}; nobody was asked`]
          : [`${said}; ${paid} tickets and fees were found paid`];
        return { data: { dryRun: desk.isDry, ...due, paid }, lines };
      },
    }),
  ],
};
