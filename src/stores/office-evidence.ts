import * as api from '#api/office.ts';
import { createAction } from './office-action.ts';
import { withReauthentication } from './office-reauthentication.ts';
import { downloadFrom } from './lib/download.ts';

export const createEvidenceDownload = (dispute: string) =>
  createAction(async () => {
    const { url } = await withReauthentication(() => api.allowEvidenceDownload(dispute));
    downloadFrom(url, `dispute-${dispute}.pdf`);
  });
