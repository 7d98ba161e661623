import { z } from 'zod';
import { option, sentence } from '#domain/format/sentence.ts';
import { issueOf } from '../fields.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { clientCommand } = defineCommands(() => import('../actions/rebuild.ts'));

export const rebuildGroup: CommandGroup = {
  name: 'rebuild',
  summary: 'Builds the changed pages and publishes them in one step',
  roles: ['programmer'],
  commands: [
    clientCommand({
      usage: 'rebuild',
      title: 'Rebuild the site',
      labels: {
        full: 'Build all pages',
        plain: 'Build all pages with Astro alone',
        rollback: 'Publish the previous release',
        overBudget: 'Publish pages that are too large',
      },
      isLong: true,
      onlyInTerminal: ['watch', 'wait', 'api'],
      summary:
        'Builds the pages that changed since the last release, and publishes them in one step.',
      details: 'If a rebuild fails, the published site stays as it is.',
      terminalDetails:
        'The server must be running: it provides the films. `npm start` rebuilds by itself.',
      isChange: true,
      options: {
        '--full': 'build all pages again',
        '--plain':
          'build all pages again, with Astro alone: slower, but it works if the page renderer does not know the installed Astro',
        '--wait': 'wait until another rebuild has ended, instead of stopping',
        '--rollback': {
          about: 'publish the previous release again',
          notes: ['nothing is built until the catalogue changes'],
        },
        '--watch': 'keep running, and rebuild whenever the catalogue changes',
        '--over-budget': 'publish even if pages exceed their size budget',
        '--api <url>': {
          about: 'the address of the server',
          ifEmpty: 'this machine, at PORT',
        },
      },
      input: z
        .object({
          full: z.boolean().optional(),
          plain: z.boolean().optional(),
          wait: z.boolean().optional(),
          rollback: z.boolean().optional(),
          watch: z.boolean().optional(),
          overBudget: z.boolean().optional(),
          api: z.url().optional(),
        })
        .refine(
          ({ rollback, full, plain, watch, overBudget, api }) =>
            !rollback || !(full || plain || watch || overBudget || api),
          issueOf(
            sentence`${option('rollback')} builds nothing: leave out the options for building`,
          ),
        )
        .refine(
          ({ watch, full, plain }) => !(watch && (full || plain)),
          issueOf(
            sentence`${option('watch')} builds only changes: run ${option('full')} or ${option('plain')} once without it`,
          ),
        ),
      examples: ['rebuild', 'rebuild --dry-run', 'rebuild --plain', 'rebuild --rollback'],
      run: (context, input, { runRebuildCommand }) => runRebuildCommand(context, input),
    }),
  ],
};
