interface EarlierRefund {
  when?: string | undefined;
  who?: string | undefined;
  reason?: string | undefined;
}

const onWhenByWhom = ({ when, who, reason }: EarlierRefund): string =>
  [when && ` on ${when}`, who && ` by ${who}`, reason && ` (${reason})`].filter(Boolean).join('');

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const didYouMean = (nearest: string | null): string => (nearest === null ? '' : ` Did you mean "${nearest}"?`);

/** What the operator is told when something cannot be done. */
export const operatorMessages = {
  dryRunBusy: 'Other work holds what this dry run needs. Nothing was changed; try again in a moment.',
  noFilm: (name: string, nearest: string | null) =>
    `There is no film "${name}".${didYouMean(nearest)} Name it by the key in its address, its reference or its number.`,
  noCollection: (name: string, nearest: string | null) => `There is no collection "${name}".${didYouMean(nearest)}`,
  noGenre: (name: string, nearest: string | null) => `There is no genre "${name}".${didYouMean(nearest)}`,
  noLanguage: (name: string, nearest: string | null) => `There is no language "${name}".${didYouMean(nearest)}`,
  noChannel: (name: string, nearest: string | null) =>
    `There is no channel "${name}".${didYouMean(nearest)} Name it by its number, its reference or its name.`,
  severalChannels: (name: string) => `Several channels are called "${name}". Name one by its number.`,
  noPerson: (name: string) => `Nobody is known as "${name}". Name a person by number, e-mail address or user number.`,
  severalPeople: (name: string, ids: number[]) =>
    `"${name}" fits several people: ${ids.join(', ')}. Name one by the user number.`,
  noCoupon: (code: string) => `There is no coupon "${code}".`,
  noOrder: (orderNo: string) => `There is no order ${orderNo}`,
  noSubscription: (subscriptionId: number) =>
    `There is no subscription ${subscriptionId}. List them: cinema subscription list`,
  noReview: (reviewId: number) => `There is no review ${reviewId}`,
  exists: (what: string, name: string) => `There is a ${what} "${name}" already.`,
  refTaken: (ref: string) => `Another film has the reference "${ref}".`,
  genreInUse: (name: string, films: number) => `"${name}" is the genre of ${films} films and cannot go.`,
  nameTwice: 'A film stands in the list twice.',
  notInCollection: (film: string) => `${film} is not in this collection.`,
  notInChannel: (film: string) => `${film} is not in this channel.`,
  ofAnotherChannel: (film: string, channel: string) =>
    `${film} is in the channel "${channel}" of another owner. Take it out there first.`,
  noProducer: (person: string) => `${person} is no producer. Grant the role first: cinema user grant ${person}`,
  returns: (tickets: number, sum: string, mails: number) =>
    `${tickets === 1 ? '1 ticket is' : `${tickets} tickets are`} returned, ${sum} in all; ${mails === 1 ? '1 viewer gets' : `${mails} viewers get`} a mail`,
  confirmReturns: (returns: string, tickets: number) => `${returns}. To do it, say --yes ${tickets}`,
  alreadyRefunded: (no: string, before: EarlierRefund) =>
    `${no} was refunded before${onWhenByWhom(before)}. Nothing was changed.`,
  refundPending: (no: string, before: EarlierRefund) =>
    `The refund of ${no} was asked for${onWhenByWhom(before)} and is on its way. Nothing was changed.`,
  soldBefore: (tickets: number) =>
    `${tickets === 1 ? 'One ticket was' : `${tickets} tickets were`} sold for hours before that. Extend or refund them, or say --even-if-sold.`,
  notPaid: (orderNo: string, status: string) => `${orderNo} is ${status}: only a paid ticket has a window to extend.`,
  returning: (orderNo: string) => `The money of ${orderNo} is on its way back; its window cannot be extended.`,
  nobodys: (orderNo: string) => `The account of ${orderNo} was deleted; nobody could watch.`,
  outageDone: (when: string, who: string) =>
    `The tickets of this outage were extended on ${when} by ${who}. With --again they are extended once more.`,
  outageNone: 'No ticket was open in that time.',
  outageFuture: 'The outage ends in the future. Wait until it is over, then say when it was.',
  couponTaken: (code: string) => `There is a coupon "${code}" already; it was not changed.`,
  couponOver: (code: string) => `The coupon ${code} has ended already.`,
  lastName: 'The new name is the old one.',
  isProducer: (person: string) => `${person} is a producer already.`,
  isNoProducer: (person: string) => `${person} is no producer.`,
  ownsChannels: (person: string, channels: string) =>
    `${person} owns the channel ${channels}. Give it to somebody else first: cinema channel owner`,
  isBlocked: (person: string) => `${person} is blocked already.`,
  isNotBlocked: (person: string) => `${person} is not blocked.`,
  filmInUse: (film: string, { orders, plays, reviews }: { orders: number; plays: number; reviews: number }) =>
    `${film} cannot be removed: it has ${[
      orders && counted(orders, 'order'),
      plays && counted(plays, 'play'),
      reviews && counted(reviews, 'review'),
    ]
      .filter(Boolean)
      .join(', ')}. Withdraw it instead: cinema movie withdraw ${film}`,
  filmSubmitted: (film: string, movieId: number) =>
    `${film} cannot be removed: its maker submitted it. Decline it (cinema submission decline ${movieId}) or withdraw it (cinema movie withdraw ${film}) instead.`,
  deleteNotConfirmed: (userId: number) =>
    `Nothing was deleted: the user number was not typed. See what goes with --dry-run, then say --yes ${userId}`,
  deletePaymentPending: (userId: number) =>
    `A bank is still confirming a payment of user ${userId}. Delete the account once it has answered.`,
  deleteOwnsFilms: (userId: number) =>
    `Films of user ${userId} are still shown. Withdraw them first: cinema movie withdraw`,
  noPackageNoStart: (film: string) =>
    `${film} has a day to stream and no package to play. Attach one first: cinema media attach. To announce the film without one, give --even-without-film to movie activate or movie schedule.`,
  notAccepted: (film: string, stage: string, movieId: number) =>
    `${film} was submitted by its maker and is ${stage}. Accept it first: cinema submission accept ${movieId}`,
} as const;
