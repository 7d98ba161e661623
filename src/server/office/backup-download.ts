import type { Hono } from 'hono';
import * as office from '#contract/office.ts';
import { mayUse } from '#domain/office-roles.ts';
import { openArchive } from '../backup/archive.ts';
import { BACKUP_ID } from '../backup/manifest.ts';
import { readManifestOrNull } from '../backup/restore.ts';
import type { Deps } from '../deps.ts';
import { AppError, throwError } from '../errors.ts';
import type { AppContext, AppEnv } from '../http/app-context.ts';
import { serveEndpoint, type ServedEndpoint } from '../http/serve-endpoint.ts';
import { runAuditedWork } from '../operator/audit/actions.ts';
import {
  createDownloadLink,
  LINK_PATH,
  readDownloadLink,
  useDownloadLink,
} from './download-links.ts';
import { type OfficeSession, readSession } from './sessions.ts';

/** Throws office_session_required, role_required. */
async function readOwnerSession(deps: Deps, context: AppContext): Promise<OfficeSession> {
  const session = await readSession(deps, context);
  if (!mayUse(session.member.roles, [])) throw new AppError('operation_role_required', [['owner']]);
  return session;
}

/** Throws backup_unknown. */
async function findBackup({ backups: storage }: Deps, id: string) {
  const manifest = storage && BACKUP_ID.test(id) && (await readManifestOrNull(storage, id));
  return manifest ? { storage, manifest } : throwError(new AppError('backup_unknown'));
}

export const backupDownloadRoutes = (deps: Deps): ServedEndpoint[] => [
  serveEndpoint(
    office.allowBackupDownload,
    async ({ params: { backup }, body: { withMedia }, context }) => {
      const session = await readOwnerSession(deps, context);
      const link = createDownloadLink(deps, 'backup', {
        session,
        context,
        claims: { object: backup, withMedia },
      });
      await findBackup(deps, backup);
      return link;
    },
  ),
];

export function mountBackupDownload(app: Hono<AppEnv>, deps: Deps): void {
  app.get(`${office.BACKUP_ARCHIVE_PATH}${LINK_PATH}`, async (context) => {
    const session = await readOwnerSession(deps, context);
    const { member, ip } = session;
    const { backup, token } = context.req.param();
    const claims = await readDownloadLink(deps, 'backup', { session, object: backup, token });
    const { storage, manifest } = await findBackup(deps, backup);
    const withMedia = claims['withMedia'] === true;
    const headers = {
      'Content-Type': 'application/x-tar',
      'Content-Disposition': `attachment; filename="matinee-${backup}${withMedia ? '' : '-database'}.tar"`,
      'Cache-Control': 'no-store',
    };
    // HEAD requests run the routes of GET.
    if (context.req.method === 'HEAD') return context.body(null, 200, headers);
    await useDownloadLink(deps, claims);
    const command = {
      who: `${member.name} from ${ip}`,
      command: 'backup download',
      args: { backup, withMedia },
    };
    const { readable, write, stop } = openArchive(
      storage,
      withMedia ? manifest : { ...manifest, media: [] },
    );
    void runAuditedWork(deps, command, async () => {
      await write();
      return { outcome: 'done', summary: 'sent completely', value: undefined };
    }).catch((error: unknown) => {
      stop(error);
      deps.log.warn({ err: error, backup }, 'the download of a backup did not end');
    });
    return context.body(readable, 200, headers);
  });
}
