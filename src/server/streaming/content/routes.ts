import { memberSubscriptions, publicPage, publicSubscriptions } from '#contract/content.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { findPage, listSubscriptions } from './queries.ts';

// Chosen: a page without a text is empty, not missing, so that the site of a new cinema can be
// built.
export const contentRoutes = (deps: Deps) => [
  serveEndpoint(
    publicPage,
    async ({ params }) => (await findPage(deps.db, params.name)) ?? { pageContent: '' },
  ),
  serveEndpoint(publicSubscriptions, async () => ({
    content: await listSubscriptions(deps.readDb),
  })),
  serveEndpoint(memberSubscriptions, async () => ({ content: await listSubscriptions(deps.db) })),
];
