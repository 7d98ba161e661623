import { publicPage } from '#contract/content.ts';
import { commonMessages as text } from '#messages/common.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { serve } from '../../http.ts';
import { findPage } from './queries.ts';

export const contentRoutes = (deps: Deps) => [
  serve(
    publicPage,
    async ({ params }) =>
      (await findPage(deps.db, params.name)) ?? raise(new AppError('not_found', 'page_not_found', text.pageNotFound)),
  ),
];
