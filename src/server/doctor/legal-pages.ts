import { PAGE_NAMES } from '#contract/content.ts';
import { type Check, healthy, warning } from './finding.ts';
import { readContentPages } from './queries.ts';

/**
 * Each page of the sample cinema names this company. Viewers of another cinema have no contract
 * with it.
 */
const SAMPLE_COMPANY = 'Matinee Picture House Private Limited';

export const checkLegalPages: Check = async ({ db, config }) => {
  if (!config.isProduction) return [];
  const pages = await readContentPages(db);
  const ofSample = pages
    .filter(({ pageContent }) => pageContent.includes(SAMPLE_COMPANY))
    .map(({ name }) => name);
  const missing = PAGE_NAMES.filter((name) => !pages.some((each) => each.name === name));
  if (ofSample.length > 0)
    return warning(
      `Pages with the text of the sample cinema: ${ofSample.join(', ')}`,
      'Replace them with your own texts: docs/legal-pages.md.',
    );
  if (missing.length > 0)
    return warning(
      `Pages without a text: ${missing.join(', ')}`,
      'Write them: docs/legal-pages.md.',
    );
  return healthy('The legal pages have texts of their own');
};
