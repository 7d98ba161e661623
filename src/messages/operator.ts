import { command, DRY_RUN, option, sentence } from '#domain/format/sentence.ts';

interface EarlierRefund {
  when?: string | undefined;
  who?: string | undefined;
  reason?: string | undefined;
}

const earlierRefundDetails = ({ when, who, reason }: EarlierRefund): string =>
  [when && ` on ${when}`, who && ` by ${who}`, reason && ` (${reason})`].filter(Boolean).join('');

const formatCount = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

const didYouMean = (nearest: string | null): string =>
  nearest === null ? '' : ` Did you mean "${nearest}"?`;

/** Errors of operator commands. */
export const operatorMessages = {
  dryRunBusy:
    'Another change is in progress, so the result cannot be shown now. Nothing was changed. Try again in a moment.',
  noFilm: (name: string, nearest: string | null) =>
    `There is no film "${name}".${didYouMean(nearest)} Use its key, its reference or its number.`,
  noPackage: (film: string) =>
    sentence`The film ${film} has no package. Encode and attach one: ${command('media ingest', `--film ${film}`)}`,
  noCaptions: (film: string, language: string) =>
    sentence`The film ${film} has no captions in the language ${language}. List them: ${command('media captions', film)}`,
  packageChanged: (film: string) =>
    `The film ${film} got another package meanwhile. Nothing was changed. Run the command again.`,
  noCollection: (name: string, nearest: string | null) =>
    `There is no collection "${name}".${didYouMean(nearest)}`,
  noGenre: (name: string, nearest: string | null) =>
    `There is no genre "${name}".${didYouMean(nearest)}`,
  noLanguage: (name: string, nearest: string | null) =>
    `There is no language "${name}".${didYouMean(nearest)}`,
  noChannel: (name: string, nearest: string | null) =>
    `There is no channel "${name}".${didYouMean(nearest)} Use its number, its reference or its name.`,
  severalChannels: (name: string) =>
    `Several channels have the name "${name}". Use the number of one.`,
  noPerson: (name: string) =>
    `There is no person "${name}". Use a mobile number, an email address or a user number.`,
  severalPeople: (name: string, ids: number[]) =>
    `"${name}" matches several people: ${ids.join(', ')}. Use the user number of one.`,
  noCoupon: (code: string) => `There is no discount code or batch "${code}".`,
  noOrder: (orderNo: string) => `There is no order ${orderNo}.`,
  noSubscription: (subscriptionId: number) =>
    sentence`There is no subscription ${subscriptionId}. List them: ${command('subscription list')}`,
  exists: (what: string, name: string) => `There already is a ${what} "${name}".`,
  nameUsed: (what: 'genre' | 'language', name: string, films: number) =>
    `${formatCount(films, 'film')} ${films === 1 ? 'has' : 'have'} the ${what} "${name}". Change ${films === 1 ? 'it' : 'them'} first, or rename the ${what}.`,
  noImport: (number: number) =>
    sentence`There is no import ${number}. List them: ${command('import list')}`,
  importUndone: (number: number) => `Import ${number} was undone before. Nothing was changed.`,
  importObjectChanged: 'it was changed or deleted since',
  importPersonalData: 'it was there before the import, and earlier personal data is not stored',
  importObjectUsed: (uses: { count: number; table: string }[]) =>
    `it is used in ${uses.map(({ count, table }) => `${table} (${count})`).join(', ')}`,
  refTaken: (ref: string) => `Another film has the reference "${ref}".`,
  filmTwice: 'The list contains a film twice.',
  notInCollection: (film: string) => `${film} is not in this collection.`,
  notInChannel: (film: string) => `${film} is not in this channel.`,
  ofAnotherChannel: (film: string, channel: string) =>
    `${film} is in the channel "${channel}" of another owner. Remove it from that channel first.`,
  noProducer: (person: string) =>
    sentence`${person} is not a producer. Grant the role first: ${command('user grant', person)}`,
  refundSummary: (tickets: number, sum: string, mails: number) =>
    `${tickets === 1 ? '1 ticket is' : `${tickets} tickets are`} refunded, ${sum} in total; ${mails === 1 ? '1 mail is' : `${mails} mails are`} sent`,
  confirmRefunds: (summary: string, tickets: number) =>
    sentence`${summary}. To confirm, add ${option('yes', tickets)}`,
  alreadyRefunded: (billNo: string, before: EarlierRefund) =>
    `${billNo} was refunded before${earlierRefundDetails(before)}. Nothing was changed.`,
  refundPending: (billNo: string, before: EarlierRefund) =>
    `The refund of ${billNo} was requested${earlierRefundDetails(before)} and is in progress. Nothing was changed.`,
  soldBefore: (tickets: number) =>
    sentence`${tickets === 1 ? 'One ticket was' : `${tickets} tickets were`} sold for earlier times. Extend or refund them, or add ${option('even-if-sold')}.`,
  disputeOpen:
    'The payment has an open dispute, so a refund could pay twice. Answer the dispute at the provider: accept it or contest it.',
  noLongerHeld: sentence`The payment is no longer held. List the held payments again: ${command('order held')}`,
  notAcceptable: (paymentId: string, reason: string) =>
    sentence`${paymentId} cannot pay the order: ${reason}. Nothing was changed. Return it instead: ${command('order return', paymentId)}`,
  notCaptured: (status: string) => `it is ${status} at the provider`,
  paidAnotherOrder: 'the provider has it under another order',
  notPaid: (orderNo: string, status: string) =>
    `${orderNo} is ${status}: only a paid ticket has a window to extend.`,
  returning: (orderNo: string) => `${orderNo} cannot be extended: its refund is in progress.`,
  giftUnclaimed: (orderNo: string) =>
    `${orderNo} is a gift that nobody has claimed: it has no window to extend.`,
  accountDeleted: (orderNo: string) =>
    `${orderNo} cannot be extended: the account of the viewer was deleted.`,
  outageDone: (when: string, who: string) =>
    sentence`The tickets of this outage were extended on ${when} by ${who}. ${option('again')} extends them a second time.`,
  outageNone: 'No ticket was open in that time.',
  outageFuture: 'The outage ends in the future. Extend the tickets after its end.',
  couponTaken: (code: string) => `There already is a discount code "${code}". It was not changed.`,
  freeTicketReason: (price: string) =>
    sentence`This discount makes a ticket of ${price} free. Give the reason for free tickets: ${option('reason')} "…"`,
  ordersWithoutPrice: (orders: number) =>
    `${orders === 1 ? 'One order has' : `${orders} orders have`} no unitPrice: today’s price of the film was used.`,
  ordersWithoutRefundDate: (orders: number) =>
    `${orders === 1 ? 'One refunded order has' : `${orders} refunded orders have`} no refundDate: the day of the payment was used.`,
  nothingReserved: (code: string) => `No unpaid order reserves ${code}.`,
  couponOver: (code: string) => `${code} has already ended.`,
  nameUnchanged: 'The new name is the same as the old one.',
  isProducer: (person: string) => `${person} already is a producer.`,
  notAProducer: (person: string) => `${person} is not a producer.`,
  ownsChannels: (person: string, channels: string) =>
    sentence`${person} owns the channel ${channels}. Transfer it to another producer first: ${command('channel owner')}`,
  isBlocked: (person: string) => `${person} already is blocked.`,
  isNotBlocked: (person: string) => `${person} is not blocked.`,
  filmInUse: (
    film: string,
    { orders, plays, reviews }: { orders: number; plays: number; reviews: number },
  ) =>
    sentence`${film} cannot be removed: it has ${[
      orders && formatCount(orders, 'order'),
      plays && formatCount(plays, 'play'),
      reviews && formatCount(reviews, 'review'),
    ]
      .filter(Boolean)
      .join(', ')}. Withdraw it instead: ${command('movie withdraw', film)}`,
  filmSubmitted: (film: string, movieId: number) =>
    sentence`${film} cannot be removed: a filmmaker submitted it. Decline it (${command('submission decline', movieId)}) or withdraw it (${command('movie withdraw', film)}) instead.`,
  deleteNotConfirmed: (userId: number) =>
    sentence`Nothing was deleted: the confirmation is missing. ${DRY_RUN} shows what would be deleted. Then add ${option('yes', userId)}`,
  deletePaymentPending: (userId: number) =>
    `A bank is still confirming a payment of user ${userId}. Delete the account after that.`,
  deleteOwnsFilms: (userId: number) =>
    sentence`Films of user ${userId} are still shown. Withdraw them first: ${command('movie withdraw')}`,
  monthOpen: (month: string) =>
    `${month} has not ended. Approve the statement after the end of the month.`,
  noStatement: (name: string, month: string) =>
    `${name} has no statement for ${month}, because no ticket was sold or returned.`,
  alreadyApproved: (channel: string, month: string) =>
    `The statement of ${channel} for ${month} was approved before. Nothing was changed.`,
  notApproved: (channel: string, month: string) =>
    sentence`The statement of ${channel} for ${month} is not approved. Approve it first: ${command('statement approve')}`,
  noApproval: (name: string, month: string) =>
    `The statement of ${name} for ${month} is not approved.`,
  deletedChannels: 'Deleted channels',
  approvalKept:
    'The channel of this statement was deleted, so the statement could not be approved again.',
  alreadyPaid: (
    channel: string,
    month: string,
    { when, who, reference }: { when: string; who: string; reference: string },
  ) =>
    sentence`The statement of ${channel} for ${month} was marked as paid on ${when} by ${who}, reference ${reference}. Nothing was changed. To correct it: ${command('statement unpay')}`,
  notMarkedPaid: (channel: string, month: string) =>
    `The statement of ${channel} for ${month} is not marked as paid.`,
  packageMissing: (film: string) =>
    sentence`${film} has a streaming date but no package. Attach one first: ${command('media attach')}. To announce the film without a package, add ${option('even-without-film')}.`,
  notAccepted: (film: string, stage: string, movieId: number) =>
    sentence`${film} was submitted by a filmmaker and is ${stage}. Accept it first: ${command('submission accept', movieId)}`,
} as const;
