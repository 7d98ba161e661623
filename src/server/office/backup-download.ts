import type { Hono } from 'hono';
import * as office from '#contract/office.ts';
import { mayUse } from '#domain/office-roles.ts';
import { officeMessages as text } from '#messages/office.ts';
import { openArchive } from '../backup/archive.ts';
import { BACKUP_ID } from '../backup/manifest.ts';
import { readManifestOrNull } from '../backup/restore.ts';
import type { Deps } from '../deps.ts';
import { AppError, throwError } from '../errors.ts';
import { type AppContext, type AppEnv, serveEndpoint, type ServedEndpoint } from '../http.ts';
import { runAuditedWork } from '../operator/audit/actions.ts';
import { perHour } from '../rate-limits.ts';
import { readToken, signToken } from '../tokens.ts';
import { type OfficeSession, readSession } from './sessions.ts';

const DOWNLOAD_MINUTES = 1;
/** By the id of the link's token. Chosen: a link in a history or a log starts no second download. */
const LINK_LIMIT = perHour('backup_link', 1, text.downloadExpired);

/** Throws office_session_required, role_required. */
async function readOwnerSession(deps: Deps, context: AppContext): Promise<OfficeSession> {
  const session = await readSession(deps, context);
  if (!mayUse(session.member.roles, [])) throw new AppError('forbidden', 'role_required', text.roleRequired(['owner']));
  return session;
}

/** Throws backup_unknown. */
async function findBackup({ backups: storage }: Deps, id: string) {
  const manifest = storage && BACKUP_ID.test(id) && (await readManifestOrNull(storage, id));
  return manifest ? { storage, manifest } : throwError(new AppError('not_found', 'backup_unknown', text.backupUnknown));
}

export const backupDownloadRoutes = (deps: Deps): ServedEndpoint[] => [
  serveEndpoint(office.allowBackupDownload, async ({ params: { backup }, body: { withMedia }, context }) => {
    const { member, confirmedUntil } = await readOwnerSession(deps, context);
    if (!confirmedUntil) throw new AppError('forbidden', 'confirmation_required', text.confirmFirst);
    await findBackup(deps, backup);
    const claims = { sub: String(member.memberId), backup, withMedia };
    const { tokenSecret } = deps.config.secrets;
    const token = signToken(tokenSecret, 'backup', claims, { now: deps.now(), minutes: DOWNLOAD_MINUTES });
    return { url: `${context.req.path.replace(/\/$/, '')}/t/${token}` };
  }),
];

export function mountBackupDownload(app: Hono<AppEnv>, deps: Deps): void {
  app.get(`${office.BACKUP_ARCHIVE_PATH}/t/:token`, async (context) => {
    const { member, ip } = await readOwnerSession(deps, context);
    const { backup, token } = context.req.param();
    const claims = await readToken(deps.config.secrets.acceptedTokenSecrets, 'backup', token, deps.now());
    if (claims?.['sub'] !== String(member.memberId) || claims['backup'] !== backup)
      throw new AppError('forbidden', 'token_invalid', text.downloadExpired);
    const { storage, manifest } = await findBackup(deps, backup);
    const withMedia = claims['withMedia'] === true;
    const headers = {
      'Content-Type': 'application/x-tar',
      'Content-Disposition': `attachment; filename="matinee-${backup}${withMedia ? '' : '-database'}.tar"`,
      'Cache-Control': 'no-store',
    };
    // HEAD requests run the routes of GET.
    if (context.req.method === 'HEAD') return context.body(null, 200, headers);
    const { isOver } = await deps.limits.count(LINK_LIMIT, String(claims['jti']));
    if (isOver) throw new AppError('forbidden', 'token_invalid', text.downloadExpired);
    const command = { who: `${member.name} from ${ip}`, command: 'backup download', args: { backup, withMedia } };
    const { readable, write, stop } = openArchive(storage, withMedia ? manifest : { ...manifest, media: [] });
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
