import { type Cast, type CouponName, PRICES, RUPEES_PER_DOLLAR } from './cast.ts';
import { ofFee, ofFees } from './fee-laws.ts';
import { broken, twice } from './law.ts';
import type { Books, Money } from './books.ts';

type Order = Books['orders'][number];

export interface State {
  cast: Cast;
  books: Books;
  money: Money[];
  /** Orders and fees whose money somebody wanted back, and films that were withdrawn. */
  wanted: { orders: Set<number>; fees: Set<number>; films: Set<number> };
  /** The series as they were before the play. */
  before: Books['series'];
}

const isTicket = ({ payment_status: status }: Order) => status === 'PAID' || status === 'REFUNDED';
const couponOf = ({ coupon_code: code }: Order) => (code?.toLowerCase() ?? 'none') as CouponName | 'none';
const nameOf = ({ order_no, payment_status }: Order) => `${order_no} (${payment_status})`;
const count = <T>(list: T[], isCounted: (each: T) => boolean) => list.filter(isCounted).length;

/** What must hold after every step, whatever is still on its way: a sentence for each law that is broken. */
export function brokenLaws(state: State): string[] {
  const { books } = state;
  return [
    ...books.orders.flatMap((order) => ofOrder(state, order)),
    ...books.fees.flatMap((fee) => ofFee(state, fee)),
    ...ofFees(state),
    ...ofTickets(state),
    ...ofReturns(state),
    ...ofCoupons(state),
    ...ofNumbers(state),
  ];
}

function ofOrder({ cast, books, money }: State, order: Order): string[] {
  const film = cast.films.findIndex(({ movieId }) => movieId === order.movie_id);
  const rupees = PRICES[film]![couponOf(order)];
  const papers = books.papers.filter((paper) => paper.movie_order_id === order.movie_order_id).map(({ kind }) => kind);
  const isOfMoney = rupees > 0;
  const wanted = {
    PAID: [isOfMoney ? 'invoice' : 'confirmation'],
    REFUNDED: isOfMoney ? ['credit-note', 'invoice'] : ['confirmation'],
  };
  const name = nameOf(order);
  const laws: [boolean, string][] = [
    [order.total_rounded_value === rupees * 100, `${name} costs ${order.total_rounded_value} and not ₹${rupees}`],
    [
      papers.toSorted().join() === (wanted[order.payment_status as 'PAID'] ?? []).join(),
      `${name} has the papers ${papers.join() || 'none'}`,
    ],
    [
      order.is_dated === (order.payment_status === 'REFUNDED'),
      `${name} has ${order.is_dated ? 'a' : 'no'} day of its return`,
    ],
    [order.has_share || !isTicket(order), `${name} knows no share of the house`],
  ];
  if (isTicket(order)) {
    laws.push([order.is_whole, `${name} has not 24 whole hours from its payment on`]);
    if (isOfMoney) laws.push(...ofPaidOrder(money, order, rupees));
  }
  return broken(laws);
}

/** Never PAID without captured money of the right amount, meant for this very order. */
function ofPaidOrder(money: Money[], order: Order, rupees: number): [boolean, string][] {
  const by = money.find(({ id }) => id === order.payment_transaction_no);
  const sum = { INR: rupees * 100, USD: Math.round((rupees / RUPEES_PER_DOLLAR) * 100) };
  const name = nameOf(order);
  return [
    [by?.is === 'kept' || by?.is === 'returned', `${name} has no money: ${order.payment_transaction_no} is ${by?.is}`],
    [!by || by.amount === sum[by.currency as 'INR'], `${name} was paid with ${by?.amount} ${by?.currency}`],
    [!by || by.no === order.order_no, `${name} was paid with another order's money`],
    [order.payment_status === 'PAID' || by?.is === 'returned', `${name} whose money was not returned`],
  ];
}

function ofTickets({ books: { orders, fees, refunds } }: State): string[] {
  const paid = [...orders.filter(isTicket), ...fees];
  const live = orders.filter(({ payment_status, is_live, user_id }) => payment_status === 'PAID' && is_live && user_id);
  return [
    ...twice(paid.flatMap(({ payment_transaction_no: id }) => id ?? [])).map((id) => `two bills for ${id}`),
    ...twice(live.map(({ user_id, movie_id }) => `viewer ${user_id} and film ${movie_id}`)).map(
      (both) => `two live tickets of ${both}`,
    ),
    ...twice(refunds.map(({ provider_payment_id: id }) => id)).map((id) => `two refunds of ${id}`),
  ];
}

/** No ticket ends by itself, and the money of a ticket goes back only with it. */
function ofReturns({ books: { orders, fees, refunds }, wanted }: State): string[] {
  const isWanted = ({ movie_order_id, movie_id }: Order) =>
    wanted.orders.has(movie_order_id) || wanted.films.has(movie_id);
  const ofNobody = orders.filter((order) => order.payment_status === 'REFUNDED' && !isWanted(order));
  const ofBill = refunds.filter(
    ({ provider_payment_id: id, ends_ticket }) =>
      !ends_ticket && [...orders, ...fees].some(({ payment_transaction_no }) => payment_transaction_no === id),
  );
  return [
    ...ofNobody.map((order) => `${nameOf(order)} though nobody wanted its money back`),
    ...ofBill.map(({ provider_payment_id: id }) => `${id} goes back though it pays a bill`),
  ];
}

function ofCoupons({ cast, books: { orders, uses } }: State): string[] {
  const used = (order: Order) =>
    uses.some((use) => use.movie_order_id === order.movie_order_id && use.coupon_code === order.coupon_code);
  const laws: [boolean, string][] = [];
  for (const { couponCode, totalLimit, viewerLimit } of Object.values(cast.coupons)) {
    const mine = uses.filter(({ coupon_code }) => coupon_code === couponCode);
    const mostByOne = Math.max(
      0,
      ...mine.map(({ user_id }) => (user_id ? count(mine, (use) => use.user_id === user_id) : 0)),
    );
    const tickets = count(orders, (order) => isTicket(order) && order.coupon_code === couponCode);
    laws.push(
      [mine.length <= totalLimit!, `${couponCode} has ${mine.length} uses`],
      [tickets <= totalLimit!, `${couponCode} discounted ${tickets} tickets`],
      [viewerLimit === null || mostByOne <= viewerLimit, `${couponCode} is used ${mostByOne} times by one viewer`],
    );
  }
  for (const order of orders) {
    if (isTicket(order) && order.coupon_code)
      laws.push([used(order), `${nameOf(order)} has a discount and no use of it`]);
    if (order.payment_status === 'CANCELLED') laws.push([!used(order), `${nameOf(order)} keeps the use of its coupon`]);
  }
  return broken(laws);
}

/** From where the series stood before the play: every number once, none left out. */
function ofNumbers({ books: { papers, series }, before }: State): string[] {
  return series.flatMap(({ series: name, last_number: last }) => {
    const first = (before.find((each) => each.series === name)?.last_number ?? 0) + 1;
    const wanted = Array.from(
      { length: last - first + 1 },
      (_, place) => `${name}/${String(first + place).padStart(7, '0')}`,
    );
    const given = papers.map(({ invoice_no }) => invoice_no).filter((number) => number.startsWith(`${name}/`));
    const isWhole = given.toSorted().join() === wanted.join();
    return isWhole
      ? []
      : [`series ${name} has ${given.toSorted().join() || 'nothing'}, and should have ${wanted.join()}`];
  });
}

// ---------- when everything has arrived ----------

/** What must hold besides, once every letter was heard and every provider asked. */
export function brokenPeace({ books, money }: State): string[] {
  const { orders, fees, attempts, refunds, waitingEvents } = books;
  const bills = [
    ...orders.map((order) => ({ ...order, no: order.order_no })),
    ...fees.map((fee) => ({ ...fee, no: fee.fee_no })),
  ];
  return [
    ...money.flatMap((each) => ofMoney(books, each)),
    ...bills.flatMap((bill) => ofWaiting(bill, money)),
    ...attempts
      .filter(({ state, gateway_fee }) => state === 'paid' && gateway_fee === null)
      .map((each) => `nobody knows what the provider kept of ${each.provider_payment_id}`),
    ...refunds
      .filter(({ state }) => state !== 'done')
      .map((each) => `the refund of ${each.provider_payment_id} is ${each.state}`),
    ...(waitingEvents ? [`${waitingEvents} events are not applied`] : []),
  ];
}

export const isHeld = ({ attempts }: Books, { id }: Money) =>
  attempts.some(({ held_reason: reason }) => reason?.split('\n').some((line) => line.startsWith(`${id}:`)));

/** Never captured money without a paid bill, a refund or a held case; and only one of them. */
function ofMoney(books: Books, each: Money): string[] {
  if (each.is !== 'kept' && each.is !== 'returned') return [];
  const bill = [...books.orders, ...books.fees].find(({ payment_transaction_no: id }) => id === each.id);
  const fate = [
    bill?.payment_status === 'PAID' && 'a bill',
    books.refunds.some(({ provider_payment_id: id }) => id === each.id) && 'a refund',
    isHeld(books, each) && 'held',
  ].filter(Boolean);
  const isReturned = fate.join() === 'a refund';
  return broken([
    [fate.length === 1, `${each.id} (${each.amount} ${each.currency}) is ${fate.join(' and ') || 'forgotten'}`],
    [isReturned === (each.is === 'returned'), `${each.id} is ${each.is}, and in the books ${fate.join()}`],
  ]);
}

/** Nobody waits for a bank that has nothing to say. */
const ofWaiting = ({ no, payment_status: status }: { no: string; payment_status: string }, money: Money[]): string[] =>
  status !== 'PROCESSING' || money.some((each) => each.is === 'promised' && each.no === no)
    ? []
    : [`${no} (${status}) waits for nothing`];
