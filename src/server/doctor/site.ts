import { npmCommand, sentence } from '#domain/format/sentence.ts';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { readSiteStatus } from '../site/site-status.ts';
import { type Check, problem, warning, healthy } from './finding.ts';

const MAX_NAMED = 5;
const MAX_AGE_WITH_CHANGES_MS = 15 * MINUTE;

export const checkSite: Check = async (context) => {
  const remedy = sentence`Run ${npmCommand('rebuild')}: it prints the reason.`;
  const site = await readSiteStatus(context);
  if (!site)
    return warning(
      `There is no site in ${context.config.siteDir}`,
      `If this machine should serve the site: ${remedy}`,
    );
  const age = site.ageSeconds * 1000;
  const changedCount = site.changesWaiting;
  if (changedCount && age > MAX_AGE_WITH_CHANGES_MS)
    return problem(
      `${changedCount} changed films are not on the site, which is ${Math.round(age / MINUTE)} minutes old`,
      remedy,
    );
  if (site.leftOut.length > 0)
    return warning(
      `${site.leftOut.length} films have no page of their own: ${site.leftOut.slice(0, MAX_NAMED).join(', ')}`,
      sentence`Run ${npmCommand('rebuild', '--full')}: it prints the reasons. Then correct the films.`,
    );
  if (age > 2 * DAY) return warning(`The site was built ${Math.round(age / DAY)} days ago`, remedy);
  return healthy('The site is up to date with the catalogue');
};
