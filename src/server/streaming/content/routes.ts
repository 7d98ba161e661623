import { publicPage } from '#contract/content.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { findPage } from './queries.ts';

// Chosen: a page that nobody wrote yet is empty, and not missing: a new house can be built before its texts are there.
export const contentRoutes = (deps: Deps) => [
  serve(publicPage, async ({ params }) => (await findPage(deps.db, params.name)) ?? { pageContent: '' }),
];
