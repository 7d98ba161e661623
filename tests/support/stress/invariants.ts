import type { Books, Ledger } from './ledger.ts';
import type { Acknowledged, Purchase } from './stage.ts';

export interface State {
  books: Books;
  ledger: Ledger;
  purchases: Purchase[];
  acknowledged: Acknowledged;
  /** Addresses that a ticket came to, each as often as one came. */
  letters: string[];
}

const isLive = ({ payment_status: status }: Books['orders'][number]) => status === 'PAID';

/** What is still on its way between bank, books and letters. Nothing may be, a while after everything is back. */
export function onTheWay({ books, ledger }: Pick<State, 'books' | 'ledger'>): number {
  const { news, letters, returns } = books.open;
  const isKnown = new Set(books.orders.map(({ payment_transaction_no: id }) => id));
  const unknown = ledger.money.filter(({ id, is }) => is === 'kept' && !isKnown.has(id));
  return news + letters + returns + unknown.length + ledger.promised;
}

/** Every law that is broken, in words. */
export const brokenLaws = (state: State): string[] => [
  ...ofMoney(state),
  ...ofTickets(state),
  ...ofPapers(state),
  ...ofLetters(state),
  ...ofAcknowledged(state),
];

/** Money at the bank is one ticket, or went back. */
function ofMoney({ books, ledger }: State): string[] {
  return ledger.money.flatMap(({ id, is, orderNo, amount }) => {
    const tickets = books.orders.filter((order) => order.payment_transaction_no === id);
    const live = tickets.filter(isLive).length;
    if (is === 'returned') return live ? [`${id} went back, and its ticket is open`] : [];
    if (live !== 1) return [`${id} was paid, and opens ${live} tickets`];
    const { order_no: no, total_rounded_value: sum } = tickets[0]!;
    return [
      ...(no === orderNo ? [] : [`${id} was paid for ${orderNo}, and opens ${no}`]),
      // PayPal's is in dollars.
      ...(id.startsWith('pay_') && sum !== amount ? [`${no} costs ${sum}, and ${amount} was paid`] : []),
    ];
  });
}

/** A ticket has its money; who was told of it has it; nobody has two for one film. */
function ofTickets({ books, ledger, purchases }: State): string[] {
  const kept = new Set(ledger.money.filter(({ is }) => is === 'kept').map(({ id }) => id));
  const live = books.orders.filter(isLive);
  const liveIds = new Set(live.map(({ movie_order_id: id }) => id));
  return [
    ...live
      .filter(({ payment_transaction_no: id, total_rounded_value: sum }) => sum > 0 && !kept.has(id ?? ''))
      .map(({ order_no: no }) => `${no} is open without money`),
    ...purchases
      .filter(({ orderId, wasTold }) => wasTold && !liveIds.has(orderId))
      .map(({ orderId }) => `The viewer of order ${orderId} was told PAID, and has no ticket`),
    ...twice(live.map((each) => `viewer ${each.user_id}, film ${each.movie_id}`)).map((each) => `Two tickets: ${each}`),
  ];
}

function ofPapers({ books }: State): string[] {
  return [
    ...books.numbers
      .filter((each) => each.last_number !== each.issued || each.issued !== each.distinct_numbers)
      .map((each) => `The series ${each.series} is at ${each.last_number}, with ${each.issued} papers`),
    ...books.orders
      .filter((order) => order.invoices !== (isLive(order) && order.total_rounded_value > 0 ? 1 : 0))
      .map((order) => `${order.order_no} (${order.payment_status}) has ${order.invoices} invoices`),
    ...books.coupons
      .filter(({ uses, total_limit: limit }) => uses > limit)
      .map((each) => `The coupon ${each.coupon_code} was used ${each.uses} times`),
  ];
}

/** Once or more: a server that fell with the letter on its tongue says it again. */
function ofLetters({ books, letters }: State): string[] {
  return books.orders
    .filter(isLive)
    .flatMap(({ order_no: no, email_id: to, letters: sent }) => [
      ...(sent === 1 ? [] : [`The letter of ${no} is not marked as sent`]),
      ...(letters.includes(to) ? [] : [`The letter of ${no} did not come to ${to}`]),
    ]);
}

/** What was answered with success is there. */
function ofAcknowledged({ books, acknowledged }: State): string[] {
  const orders = new Set(books.orders.map(({ movie_order_id: id }) => id));
  const sessions = new Set(books.sessions);
  const places = new Map(books.plays.map((each) => [each.movie_play_id, each.play_seek_time]));
  return [
    ...acknowledged.orders.filter((id) => !orders.has(id)).map((id) => `The order ${id} was acknowledged and is lost`),
    ...acknowledged.sessions.filter((id) => !sessions.has(id)).map((id) => `The playback session ${id} is lost`),
    ...[...acknowledged.places]
      .filter(([id, minutes]) => (places.get(id) ?? -1) < minutes)
      .map(([id, minutes]) => `The play ${id} was at minute ${minutes}, and is at ${places.get(id) ?? 'none'}`),
  ];
}

const twice = (all: string[]) => [...new Set(all.filter((each, index) => all.indexOf(each) !== index))];
