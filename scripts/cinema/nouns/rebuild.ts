import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { planRelease } from '#rebuild/plan.ts';
import { currentRelease } from '#rebuild/publish.ts';
import { rebuild, RebuildRunning } from '#rebuild/rebuild.ts';
import { CommandError } from '../../failure.ts';
import type { Desk } from '../desk.ts';
import { changes, type Noun } from '../verb.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

const SAID = {
  built: 'The site was built anew, and is live.',
  fresh: 'The site is as the catalogue says. Nothing was built.',
};

async function optionsOf({ deps: { config }, apiOrigin, say }: Desk) {
  const { origin, dataDir, siteDir } = config;
  return { apiOrigin: await apiOrigin(), origin, dataDir, siteDir, projectDir: PROJECT, tell: say };
}

export const rebuildSite: Noun = {
  name: 'rebuild',
  about: 'Builds the site anew, when it is stale',
  verbs: [
    changes({
      words: 'rebuild',
      about: 'Builds the site anew when films or sources changed, and puts it live in one step.',
      input: z.object({}),
      examples: ['rebuild', 'rebuild --dry-run'],
      run: async (desk) => {
        const options = await optionsOf(desk);
        const outcome = await desk.undertake(
          async () => {
            const value = await rebuild(options).catch((error: unknown) => {
              throw error instanceof RebuildRunning ? new CommandError(error.message) : error;
            });
            return { outcome: 'done', said: SAID[value], value };
          },
          async () => ((await planRelease(options, currentRelease(options.siteDir))).isFresh ? 'fresh' : 'built'),
        );
        const stale = 'The site is stale, and would be built anew.';
        return {
          data: { dryRun: desk.isDry, outcome },
          lines: [desk.isDry && outcome === 'built' ? stale : SAID[outcome]],
        };
      },
    }),
  ],
};
