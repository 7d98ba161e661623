import { reportFault } from '#contract/faults.ts';
import { commonMessages } from '#messages/common.ts';
import { isRouteName } from '#routes.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { scriptErrors } from '../../observe/counters.ts';
import { networkOf } from '../../caller.ts';
import { perHour } from '../../rate-limits.ts';

/** Protects the log from pages that fail in a loop and from abuse. */
const LIMIT = perHour('faults', 20, commonMessages.tryAgain);

export const faultRoutes = (deps: Deps) => [
  serveEndpoint(reportFault, async ({ body, ip }) => {
    await deps.limits.use(LIMIT, networkOf(ip));
    const page = isRouteName(body.page) ? body.page : 'other';
    scriptErrors.inc({ page });
    deps.log.warn({ fault: { ...body, page } }, 'a browser reported a script error');
  }),
];
