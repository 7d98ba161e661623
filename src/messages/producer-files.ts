/** API errors for producers, and the statement document. */
export const producerFileMessages = {
  channelNotFound: 'There is no such channel',
  movieNotFound: 'There is no such film in your channels',
  pageTooLarge: (most: number) => `A page has at most ${most} orders. Ask for text/csv to get all of them`,
  statementNotFound: 'There is no statement for this month: no ticket was sold or returned in it',

  title: 'Statement',
  unprintableFilm: 'the film of this statement',
  amounts: 'Amounts in INR',
  film: 'Film',
  month: 'Month',
  issuedBy: 'Issued by',
  nameAndGstin: (name: string, gstin: string) => `${name}, GSTIN ${gstin}`,
  platformShares: 'Platform share',
  percents: (percents: readonly number[]) => percents.map((percent) => `${percent} %`).join(', '),
  shareNote:
    'Producer’s share = price − discount − gateway fee − platform share. The platform share is taken of what discount, GST and gateway fee leave.',
  returnedNote:
    'Gateways keep their fee of money that is returned; both sides bear it in the proportion of their shares.',
} as const;
