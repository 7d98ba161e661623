import * as api from '#api/office.ts';
import { createAction } from './action.ts';
import { withReauthentication } from './reauthentication.ts';
import { downloadFrom } from '../lib/download.ts';

export const createEvidenceDownload = (dispute: string) =>
  createAction(async () => {
    const { url } = await withReauthentication(() => api.allowEvidenceDownload(dispute));
    downloadFrom(url, `dispute-${dispute}.pdf`);
  });
