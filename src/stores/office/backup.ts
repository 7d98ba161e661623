import * as api from '#api/office.ts';
import { createAction } from './action.ts';
import { withReauthentication } from './reauthentication.ts';
import { downloadFrom } from '../lib/download.ts';

export const createBackupDownload = (backup: string) =>
  createAction(async (withMedia: boolean) => {
    const { url } = await withReauthentication(() => api.allowBackupDownload(backup, withMedia));
    downloadFrom(url, `matinee-${backup}${withMedia ? '' : '-database'}.tar`);
  });
