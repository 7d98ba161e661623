import { DAY, MINUTE } from '#domain/limits.ts';
import { siteFreshness } from '../site/freshness.ts';
import { type Check, ill, look, well } from './finding.ts';

const LATE = 15 * MINUTE;

export const siteIsFresh: Check = async (patient) => {
  const remedy = 'npm run cinema -- rebuild says what keeps it.';
  const site = await siteFreshness(patient);
  if (!site)
    return look('site', `There is no site in ${patient.config.siteDir}`, `If it is served from here: ${remedy}`);
  const age = site.ageSeconds * 1000;
  const waiting = site.changesWaiting;
  if (waiting && age > LATE)
    return ill(
      'site',
      `${waiting} films have changed, and the site is ${Math.round(age / MINUTE)} minutes old`,
      remedy,
    );
  if (age > 2 * DAY) return look('site', `The site was built ${Math.round(age / DAY)} days ago`, remedy);
  return well('site', 'The site shows the catalogue as it is');
};
