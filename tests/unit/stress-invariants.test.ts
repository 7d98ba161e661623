import { expect, test } from 'vitest';
import { brokenLaws, onTheWay, type State } from '../support/siege/laws.ts';

/** One ticket, rightly paid, on paper and told of. */
const whole = (): State => ({
  books: {
    orders: [
      {
        movie_order_id: 1,
        order_no: 'M1',
        user_id: 7,
        movie_id: 3,
        payment_status: 'PAID',
        payment_transaction_no: 'pay_1',
        total_rounded_value: 17600,
        invoices: 1,
        letters: 1,
        email_id: 'a@example.com',
      },
    ],
    numbers: [{ series: 'A', last_number: 1, issued: 1, distinct_numbers: 1 }],
    coupons: [{ coupon_code: 'C', total_limit: 1, uses: 1 }],
    sessions: ['s1'],
    plays: [{ movie_play_id: 5, play_seek_time: 2 }],
    open: { news: 0, letters: 0, returns: 0 },
  },
  ledger: { money: [{ id: 'pay_1', orderNo: 'M1', amount: 17600, is: 'kept' }], promised: 0 },
  purchases: [{ userId: 7, orderId: 1, provider: 'razorpay', wasTold: true }],
  acknowledged: { orders: [1], sessions: ['s1'], places: new Map([[5, 2]]) },
  letters: ['a@example.com'],
});

test('a siege in which all went well breaks no law, and leaves nothing on the way', () => {
  expect(brokenLaws(whole())).toEqual([]);
  expect(onTheWay(whole())).toBe(0);
});

test.each<[string, (state: State) => unknown, RegExp]>([
  ['money without a ticket', ({ books }) => books.orders.splice(0), /opens 0 tickets/],
  ['a ticket lost after it was told', ({ books }) => (books.orders[0]!.payment_status = 'NEW'), /was told PAID/],
  ['money for two tickets', ({ books }) => books.orders.push({ ...books.orders[0]!, movie_id: 4 }), /opens 2 tickets/],
  ['two tickets of one film', ({ books }) => books.orders.push({ ...books.orders[0]!, order_no: 'M2' }), /Two tickets/],
  ['a ticket without money', ({ ledger }) => ledger.money.splice(0), /open without money/],
  ['another’s money', ({ ledger }) => (ledger.money[0]!.orderNo = 'M9'), /paid for M9/],
  ['another sum', ({ ledger }) => (ledger.money[0]!.amount = 100), /costs 17600/],
  ['money back, and the ticket kept', ({ ledger }) => (ledger.money[0]!.is = 'returned'), /went back/],
  ['a gap in the invoices', ({ books }) => (books.numbers[0]!.last_number = 2), /The series A/],
  ['no invoice', ({ books }) => (books.orders[0]!.invoices = 0), /0 invoices/],
  ['a coupon over its limit', ({ books }) => (books.coupons[0]!.uses = 2), /used 2 times/],
  ['a letter that did not come', ({ letters }) => letters.splice(0), /did not come/],
  ['an order lost after it was acknowledged', ({ acknowledged }) => acknowledged.orders.push(2), /order 2 was acknowl/],
  ['a playback session lost', ({ books }) => books.sessions.splice(0), /session s1 is lost/],
  ['a play that fell back', ({ books }) => (books.plays[0]!.play_seek_time = 1), /play 5 was at minute 2/],
  ['a letter that is not marked', ({ books }) => (books.orders[0]!.letters = 0), /not marked as sent/],
])('%s is seen', (_, breakIt, words) => {
  const state = whole();
  breakIt(state);
  expect(brokenLaws(state).join('\n')).toMatch(words);
});

test('money that no ticket names is on its way', () => {
  const state = whole();
  state.books.orders[0]!.payment_transaction_no = null;
  expect(onTheWay(state)).toBe(1);
});
