import { npmCommand, sentence } from '#domain/format/sentence.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { readPendingPurges } from '../ports/publisher/pending-purges.ts';
import { type Check, problem, warning, healthy } from './finding.ts';

const MAX_DELAY = 15 * MINUTE;

export const checkCdn: Check = async ({ config: { cdnPurge, dataDir }, now }) => {
  if (!cdnPurge) return [];
  const pending = readPendingPurges(dataDir);
  if (!pending)
    return warning(
      'No purge was ever sent to the CDN',
      sentence`If rebuilds run on this machine, run: ${npmCommand('rebuild')}`,
    );
  const { since, all, paths } = pending;
  if (since === null) return healthy('The CDN has purged every changed URL');
  const urlsText = all ? 'All URLs' : `${paths.length} URLs`;
  const makeFinding = now().getTime() - Date.parse(since) > MAX_DELAY ? problem : warning;
  return makeFinding(
    `${urlsText} could not be purged from the CDN since ${since}: it may show old pages`,
    sentence`${npmCommand('rebuild')} tries again and prints the reason. Compare CDN_PURGE_URL and CDN_PURGE_TOKEN with the dashboard of the CDN.`,
  );
};
