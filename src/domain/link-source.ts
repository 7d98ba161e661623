/** The name of the parameter in links: `?from=my-site`. */
export const LINK_SOURCE_PARAMETER = 'from';

const MAX_LETTERS = 32;
export const LINK_SOURCE = new RegExp(`^[a-z0-9-]{1,${MAX_LETTERS}}$`);

/** Null for anything else than a short label: other texts could name a person. */
export const linkSourceOf = (text: string | null | undefined): string | null =>
  text && LINK_SOURCE.test(text) ? text : null;

/** Counts what has no row of its own. */
export const OTHER_LINK_SOURCE = 'other';

/**
 * Percent with one decimal; null without a visit. Above 100 if a browser kept visits from being
 * counted.
 */
export const ticketsPerVisit = ({
  visits,
  paidOrders,
}: {
  visits: number;
  paidOrders: number;
}): number | null => (visits === 0 ? null : Math.round((1000 * paidOrders) / visits) / 10);
