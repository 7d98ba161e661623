import { z } from 'zod';
import { DRY_RUN, sentence } from '#domain/format/sentence.ts';
import { detailsResult } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { changeCommand } = defineCommands(async () => ({
  ...(await import('#server/jobs/reconcile.ts')),
  ...(await import('#server/streaming/payments/reconcile-providers.ts')),
}));

export const reconcileGroup: CommandGroup = {
  name: 'reconcile',
  summary: 'Queries the payment providers now',
  roles: ['finance'],
  commands: [
    changeCommand({
      usage: 'reconcile',
      title: 'Query the payment providers',
      isLong: true,
      summary:
        'Asks the payment providers whether open payments were paid. The server also does this by itself.',
      details: sentence`${DRY_RUN} counts the payments that are due for a query, and sends none.`,
      input: z.object({}),
      examples: ['reconcile'],
      run: async (context, _, { reconcile, countDueWork }) => {
        const due = await countDueWork(context.deps);
        const summary = `${due.payments} payments and ${due.events} payment events were due`;
        const paid = await context.runLong(
          async (deps) => ({
            outcome: 'done',
            summary,
            value: await reconcile(deps, context.io.signal),
          }),
          async () => 0,
        );
        const lines = context.isDry
          ? [`${summary}; no query was sent`]
          : [`${summary}; ${paid} tickets and fees were found paid`];
        return detailsResult({ dryRun: context.isDry, ...due, paid }, lines);
      },
    }),
  ],
};
