import type { Hono } from 'hono';
import { OFFICE_UPLOADS_PATH } from '#contract/office.ts';
import { UPLOAD_MAX_BYTES } from '#domain/office-uploads.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { AppContext, AppEnv } from '../../http/app-context.ts';
import { MediaFolderError } from '../../ports/media/errors.ts';
import { lockUploadCreation, type MemberRow } from '../queries.ts';
import { checkFirstBytes, checkNewUpload, findOwnUpload } from './actions.ts';
import { openUploadStore, UPLOAD_EXTENSIONS } from './store.ts';
import { openTusServer, type TusServer } from './tus.ts';

const TUS_VERSION = '1.0.0';
const CAPABILITIES = {
  'Tus-Version': TUS_VERSION,
  'Tus-Extension': UPLOAD_EXTENSIONS.join(','),
  'Tus-Max-Size': String(Math.max(...Object.values(UPLOAD_MAX_BYTES))),
};

/**
 * Resumable uploads by the tus protocol 1.0.0. `authorize` returns the member, and throws if the
 * member may not upload.
 */
export function mountUploads(
  app: Hono<AppEnv>,
  deps: Deps,
  authorize: (context: AppContext) => Promise<MemberRow>,
): void {
  const store = openUploadStore(deps.config);
  let opened: TusServer | undefined;
  const handle = async (...request: Parameters<TusServer['handle']>) => {
    requireVersion(request[0]);
    try {
      opened ??= await openTusServer(deps, store, `/api/office${OFFICE_UPLOADS_PATH}`);
      return await opened.handle(...request);
    } catch (error) {
      if (!(error instanceof MediaFolderError)) throw error;
      deps.log.error({ err: error }, 'an upload could not be stored');
      throw new AppError('upload_not_stored');
    }
  };

  app.use(`${OFFICE_UPLOADS_PATH}/*`, async (context, next) => {
    context.header('Tus-Resumable', TUS_VERSION);
    if (context.req.method === 'OPTIONS') return context.body(null, 204, CAPABILITIES);
    return next();
  });
  app.post(OFFICE_UPLOADS_PATH, async (context) => {
    const member = await authorize(context);
    // The limits of uploads are checked against the uploads that exist, so only one is created at a
    // time.
    return deps.db.transaction(async (tx) => {
      await lockUploadCreation(tx);
      return handle(context, (upload) => checkNewUpload(store, member, upload));
    });
  });
  // HEAD requests run the routes of GET.
  app.on(['GET', 'PATCH', 'DELETE'], `${OFFICE_UPLOADS_PATH}/:uploadId`, async (context) => {
    const member = await authorize(context);
    const { method } = context.req;
    const upload = await findOwnUpload(store, member, context.req.param('uploadId'));
    if (method === 'GET') throw new AppError('upload_not_found');
    const response = await handle(context);
    if (method === 'PATCH') await checkFirstBytes(store, upload);
    return response;
  });
}

function requireVersion(context: AppContext): void {
  if (context.req.header('Tus-Resumable') === TUS_VERSION) return;
  context.header('Tus-Version', TUS_VERSION);
  throw new AppError('tus_version', [TUS_VERSION]);
}
