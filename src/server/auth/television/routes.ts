import * as television from '#contract/television.ts';
import type { Deps } from '../../deps.ts';
import type { AppContext } from '../../http/app-context.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import {
  confirmDevice,
  denyDevice,
  exchangeDeviceCode,
  findPendingDevice,
  openInOtherBrowser,
  requestDeviceCode,
} from './actions.ts';
import { listOpenTelevisions, pollTelevision, watchOnTelevision } from './watch-on-television.ts';

export const televisionRoutes = (deps: Deps) => [
  serveEndpoint(television.requestDeviceCode, (call) => requestDeviceCode(deps, deviceOf(call))),
  serveEndpoint(television.exchangeDeviceCode, ({ body, ...call }) =>
    exchangeDeviceCode(deps, body.device_code, deviceOf(call)),
  ),
  serveEndpoint(television.openInOtherBrowser, ({ viewer }) => openInOtherBrowser(deps, viewer)),
  serveEndpoint(television.findPendingDevice, ({ viewer, query, ip }) =>
    findPendingDevice({ deps, viewer, userCode: query.userCode, ip }),
  ),
  serveEndpoint(television.confirmDevice, ({ viewer, body, ip }) =>
    confirmDevice(deps, viewer, body, ip),
  ),
  serveEndpoint(television.denyDevice, ({ viewer, body, ip }) =>
    denyDevice({ deps, viewer, userCode: body.userCode, ip }),
  ),
  serveEndpoint(television.pollTelevision, ({ viewer }) => pollTelevision(deps, viewer)),
  serveEndpoint(television.openTelevisions, ({ viewer }) => listOpenTelevisions(deps, viewer)),
  serveEndpoint(television.watchOnTelevision, ({ viewer, params, body }) =>
    watchOnTelevision(deps, { viewer, sessionId: params.sessionId, movieId: body.movieId }),
  ),
];

const deviceOf = ({ ip, context }: { ip: string; context: AppContext }) => ({
  ip,
  userAgent: context.req.header('User-Agent') ?? null,
});
