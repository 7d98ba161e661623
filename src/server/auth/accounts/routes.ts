import { myProfile, putUserInfo, updateFirstLogin } from '#contract/accounts.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { changeProfile, finishFirstLogin, readProfile } from './actions.ts';

export const accountRoutes = (deps: Deps) => [
  serve(myProfile, ({ viewer }) => readProfile(deps, viewer)),
  serve(putUserInfo, ({ viewer, params, body }) => changeProfile(deps, viewer, params.userId, body)),
  serve(updateFirstLogin, ({ viewer }) => finishFirstLogin(deps, viewer)),
];
