import type { Hono } from 'hono';
import * as office from '#contract/office.ts';
import type { Deps } from '../deps.ts';
import type { AppContext, AppEnv } from '../http/app-context.ts';
import { serveEndpoint, type ServedEndpoint } from '../http/serve-endpoint.ts';
import {
  authorizePackageStream,
  issuePackageKey,
  openPackagePlayback,
  type PackageViewer,
  renewPackagePlayback,
} from '../streaming/playback/package-playback.ts';
import { mountStream } from '../streaming/playback/stream.ts';
import type { OfficeSession } from './sessions.ts';

/** Throws if the member may not play packages. */
type Authorize = (context: AppContext) => Promise<OfficeSession>;

const viewerOf = ({ member: { memberId, name }, ip }: OfficeSession): PackageViewer => ({
  memberId,
  name,
  ip,
});

export const packagePlaybackRoutes = (deps: Deps, authorize: Authorize): ServedEndpoint[] => [
  serveEndpoint(office.openPackagePlayback, async ({ params, context }) =>
    openPackagePlayback({
      deps,
      viewer: viewerOf(await authorize(context)),
      packageKey: params.package,
      base: context.req.path.replace(/\/$/, ''),
    }),
  ),
  serveEndpoint(office.renewPackagePlayback, async ({ params, body, context }) =>
    renewPackagePlayback({
      deps,
      viewer: viewerOf(await authorize(context)),
      packageKey: params.package,
      renewalToken: body.renewalToken,
    }),
  ),
];

export const mountPackageStream = (app: Hono<AppEnv>, deps: Deps, authorize: Authorize) =>
  mountStream(app, deps, office.PACKAGE_PLAYBACK_PATH, {
    authorize: async (context, tokens) =>
      authorizePackageStream({
        deps,
        viewer: viewerOf(await authorize(context)),
        packageKey: context.req.param('package') ?? '',
        tokens,
      }),
    issueKey: (film, keyIndex) => issuePackageKey(deps, film, keyIndex),
  });
