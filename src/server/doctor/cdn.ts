import { MINUTE } from '#domain/limits.ts';
import { untoldIn } from '../ports/publisher/untold.ts';
import { type Check, ill, look, well } from './finding.ts';

const LATE = 15 * MINUTE;

/** What a delivery network has not heard of, it goes on showing as it was. */
export const cdnIsTold: Check = async ({ config: { cdnPurge, dataDir }, now }) => {
  if (!cdnPurge) return [];
  const untold = untoldIn(dataDir);
  if (!untold)
    return look(
      'cdn',
      'The delivery network was never told of anything',
      'If rebuilds run on this machine: npm run cinema -- rebuild.',
    );
  const { since, all, paths } = untold;
  if (since === null) return well('cdn', 'The delivery network knows of every change');
  const what = all ? 'that all is new' : `of ${paths.length} addresses`;
  const find = now().getTime() - Date.parse(since) > LATE ? ill : look;
  return find(
    'cdn',
    `The delivery network was not told ${what} since ${since}: it may show them as they were`,
    'npm run cinema -- rebuild tells it again, and says why it does not listen; compare CDN_PURGE_URL and CDN_PURGE_TOKEN with its dashboard.',
  );
};
