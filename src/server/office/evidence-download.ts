import type { Hono } from 'hono';
import * as office from '#contract/office.ts';
import type { Deps } from '../deps.ts';
import type { AppContext, AppEnv } from '../http/app-context.ts';
import { serveEndpoint, type ServedEndpoint } from '../http/serve-endpoint.ts';
import { runAuditedWork } from '../operator/audit/actions.ts';
import { disputeEvidencePdf, requireEvidence } from '../streaming/evidence/dispute-evidence.ts';
import {
  createDownloadLink,
  LINK_PATH,
  readDownloadLink,
  useDownloadLink,
} from './download-links.ts';
import type { OfficeSession } from './sessions.ts';

/** Throws if the member may not see disputes. */
type Authorize = (context: AppContext) => Promise<OfficeSession>;

export const evidenceDownloadRoutes = (deps: Deps, authorize: Authorize): ServedEndpoint[] => [
  serveEndpoint(office.allowEvidenceDownload, async ({ params: { dispute }, context }) => {
    const session = await authorize(context);
    const link = createDownloadLink(deps, 'evidence', {
      session,
      context,
      claims: { object: dispute },
    });
    await requireEvidence(deps, dispute);
    return link;
  }),
];

export function mountEvidenceDownload(app: Hono<AppEnv>, deps: Deps, authorize: Authorize): void {
  app.get(`${office.EVIDENCE_PATH}${LINK_PATH}`, async (context) => {
    const session = await authorize(context);
    const { dispute, token } = context.req.param();
    const claims = await readDownloadLink(deps, 'evidence', { session, object: dispute, token });
    const headers = {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="dispute-${dispute.replace(/[^\w.-]/g, '_')}.pdf"`,
      'Cache-Control': 'no-store',
    };
    // HEAD requests run the routes of GET.
    if (context.req.method === 'HEAD') return context.body(null, 200, headers);
    await useDownloadLink(deps, claims);
    const command = {
      who: `${session.member.name} from ${session.ip}`,
      command: 'dispute evidence',
      args: { dispute },
    };
    const pdf = await runAuditedWork(deps, command, async () => ({
      outcome: 'done',
      summary: 'downloaded',
      value: await disputeEvidencePdf(deps, dispute),
    }));
    return context.body(Buffer.from(pdf), 200, headers);
  });
}
