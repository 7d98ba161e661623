/** Where tickets come from: a part of the producer's orders page, and its CSV file. Not in the specification. */
export const linkSourceMessages = {
  heading: 'Where tickets come from',
  inLastDays: (days: number) =>
    `Visits and tickets of the last ${days} days, by the label in the link. Days are in Indian time, and today is included.`,
  columns: { linkSource: 'Link', visits: 'Visits', paidOrders: 'Tickets', share: 'Tickets per visit' },
  percent: 'Tickets per 100 visits',
  withoutSource: 'Without a label',
  notCounted: 'not counted',
  noShare: '–',
  failed: 'We couldn’t load these figures. Check your connection and try again.',
  none: 'No visits with a label yet',
  noneNote: 'Share a link from below. Its visits and tickets then appear here.',
} as const;
