import type { OperationDescription } from '#contract/office.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { JOBS_HREF, nounHref, operationHref, OVERVIEW_HREF } from './view.ts';

export interface OfficeLink {
  label: string;
  note: string;
  href: string;
}

/** Chosen: as many as fit beside the navigation. */
const SHOWN_LINKS = 8;

/** The pages and operations with all typed words; those that start with the text come first. */
export function findLinks(operations: OperationDescription[], typed: string): OfficeLink[] {
  const start = typed.trim().toLowerCase();
  const nouns = [...new Set(operations.map(({ noun }) => noun))];
  const links = [
    { label: text.overview, note: '', href: OVERVIEW_HREF },
    ...nouns.map((noun) => ({ label: nounTitle(noun), note: '', href: nounHref(noun) })),
    { label: text.jobs, note: '', href: JOBS_HREF },
    ...operations.map((each) => ({
      label: each.title,
      note: nounTitle(each.noun),
      href: operationHref(each),
    })),
  ];
  const rank = ({ label }: OfficeLink) => Number(!label.toLowerCase().startsWith(start));
  const hasWords = ({ label, note }: OfficeLink) =>
    start.split(/\s+/).every((word) => `${label} ${note}`.toLowerCase().includes(word));
  return links
    .filter(hasWords)
    .toSorted((one, two) => rank(one) - rank(two))
    .slice(0, SHOWN_LINKS);
}
