import { memberSubscriptions, publicPage, publicSubscriptions } from '#contract/content.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { findPage, listSubscriptions } from './queries.ts';

// Chosen: a page without a text is empty, not missing, so that the site of a new server can be built.
export const contentRoutes = (deps: Deps) => [
  serve(publicPage, async ({ params }) => (await findPage(deps.db, params.name)) ?? { pageContent: '' }),
  serve(publicSubscriptions, async () => ({ content: await listSubscriptions(deps.readDb) })),
  serve(memberSubscriptions, async () => ({ content: await listSubscriptions(deps.db) })),
];
