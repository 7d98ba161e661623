import {
  deleteMe,
  exportMe,
  myProfile,
  putUserInfo,
  updateFirstLogin,
} from '#contract/accounts.ts';
import { accountMessages as text } from '#messages/accounts.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { changeProfile, finishFirstLogin, readProfile } from './actions.ts';
import { eraseAccount } from './erasure/actions.ts';
import { exportAccount } from './export/actions.ts';

export const accountRoutes = (deps: Deps) => [
  serveEndpoint(myProfile, ({ viewer }) => readProfile(deps, viewer)),
  serveEndpoint(putUserInfo, ({ viewer, params, body, ip }) =>
    changeProfile(deps, { viewer, userId: params.userId, put: body, ip }),
  ),
  serveEndpoint(updateFirstLogin, ({ viewer }) => finishFirstLogin(deps, viewer)),
  serveEndpoint(exportMe, async ({ viewer }) =>
    toDownload(await exportAccount(deps, viewer), deps.now()),
  ),
  serveEndpoint(deleteMe, ({ viewer }) => eraseAccount(deps, viewer)),
];

const toDownload = (content: object, now: Date) =>
  new Response(JSON.stringify(content, null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=UTF-8',
      'Content-Disposition': `attachment; filename="${text.dataFile(now.toISOString().slice(0, 10))}"`,
      'Cache-Control': 'no-store',
    },
  });
