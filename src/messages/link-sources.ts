import { copyFailed, figuresFailed } from './screen-sentences.ts';

/**
 * Where tickets come from: a part of the producer's orders page, and its CSV file. Not in the
 * specification.
 */
export const linkSourceMessages = {
  heading: 'Where tickets come from',
  inLastDays: (days: number) =>
    `The last ${days} days, by the label in the link. Days are in Indian time, and today is included.`,
  columns: {
    linkSource: 'Link',
    visits: 'Visits',
    paidOrders: 'Tickets',
    share: 'Tickets per visit',
  },
  percent: 'Tickets per 100 visits',
  percentOf: (percent: number) => `${percent}%`,
  withoutSource: 'Without a label',
  notCounted: 'not counted',
  noShare: '–',
  downloadCsv: 'Download CSV',
  failed: figuresFailed,
  none: 'Nobody has come by a link with a label yet. Share a link from below: its visits and tickets then appear here.',

  newLink: 'Make a link or a ticket button',
  newLinkNote:
    'A link with a label tells you which site, mail or chat sells tickets. Only numbers are counted, nothing about the visitors.',
  label: 'Label',
  labelHint: 'Letters a to z, digits and hyphens, at most 32. Use another label for each place.',
  labelInvalid: 'Use letters a to z, digits and hyphens, at most 32.',
  sampleLabel: 'my-site',
  link: 'Link to share',
  copyLink: 'Copy the link',
  button: 'Ticket button for your own site',
  buttonNote:
    'It shows the price and the day when booking opens, and needs no cookie and no frame.',
  copyHtml: 'Copy the HTML',
  linkText: (movieName: string) => `Tickets for ${movieName}`,
  copied: 'Copied',
  copyFailed,
} as const;
