/** API errors for producers, and the statement document. */
export const producerFileMessages = {
  channelNotFound: 'There is no such channel',
  movieNotFound: 'There is no such film in your channels',
  pageTooLarge: (most: number) =>
    `A page has at most ${most} orders. Ask for text/csv to get all of them`,
  statementNotFound: 'There is no statement for this month, because no ticket was sold or returned',

  title: 'Statement',
  // In a PDF, instead of a name that no typeface can print.
  unprintableFilmName: 'the film of this statement',
  amounts: 'Amounts in INR',
  film: 'Film',
  month: 'Month',
  issuedBy: 'Issued by',
  state: 'State',
  nameAndGstin: (name: string, gstin: string) => `${name}, GSTIN ${gstin}`,
  platformShares: 'Platform share',
  percents: (percents: readonly number[]) => percents.map((percent) => `${percent}%`).join(', '),
  shareNote:
    'Producer’s share = price − discount − gateway fee − platform share. The platform share is taken from the amount after discount, GST and gateway fee.',
  returnedNote:
    'Gateways keep their fee when money is returned. The producer and the platform pay it in proportion to their shares.',
} as const;
