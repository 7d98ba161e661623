import { expect, test } from 'vitest';
import { violatedInvariants, countPending, type State } from '../support/stress/invariants.ts';

/** One paid ticket with its invoice and mail. */
const validState = (): State => ({
  records: {
    orders: [
      {
        movie_order_id: 1,
        order_no: 'M1',
        user_id: 7,
        movie_id: 3,
        payment_status: 'PAID',
        payment_transaction_no: 'pay_1',
        total_rounded_value: 17600,
        invoice_count: 1,
        sent_mail_count: 1,
        email_id: 'a@example.com',
      },
    ],
    invoiceSeries: [{ series: 'A', last_number: 1, issued: 1, distinct_numbers: 1 }],
    coupons: [{ coupon_code: 'C', total_limit: 1, uses: 1 }],
    playbackSessions: ['s1'],
    plays: [{ movie_play_id: 5, play_seek_time: 2 }],
    pending: { pendingEventCount: 0, pendingMailCount: 0, pendingRefundCount: 0 },
  },
  providerRecords: {
    payments: [{ id: 'pay_1', orderNo: 'M1', amount: 17600, state: 'captured' }],
    pendingCount: 0,
  },
  purchases: [{ userId: 7, orderId: 1, provider: 'razorpay', isReportedPaid: true }],
  acknowledged: { orders: [1], playbackSessions: ['s1'], seekMinutes: new Map([[5, 2]]) },
  mailRecipients: ['a@example.com'],
});

test('a valid state violates no invariant and has nothing pending', () => {
  expect(violatedInvariants(validState())).toEqual([]);
  expect(countPending(validState())).toBe(0);
});

test.each<[string, (state: State) => unknown, RegExp]>([
  ['a payment without a ticket', ({ records }) => records.orders.splice(0), /opens 0 tickets/],
  [
    'a ticket lost after its confirmation',
    ({ records }) => (records.orders[0]!.payment_status = 'NEW'),
    /was reported PAID/,
  ],
  [
    'one payment for two tickets',
    ({ records }) => records.orders.push({ ...records.orders[0]!, movie_id: 4 }),
    /opens 2 tickets/,
  ],
  [
    'two tickets for one film',
    ({ records }) => records.orders.push({ ...records.orders[0]!, order_no: 'M2' }),
    /Two tickets/,
  ],
  [
    'a ticket without a payment',
    ({ providerRecords }) => providerRecords.payments.splice(0),
    /open without a payment/,
  ],
  [
    'the payment of another order',
    ({ providerRecords }) => (providerRecords.payments[0]!.orderNo = 'M9'),
    /paid for M9/,
  ],
  [
    'a wrong amount',
    ({ providerRecords }) => (providerRecords.payments[0]!.amount = 100),
    /costs 17600/,
  ],
  [
    'a refund without the end of its ticket',
    ({ providerRecords }) => (providerRecords.payments[0]!.state = 'refunded'),
    /was refunded/,
  ],
  [
    'a gap in the invoices',
    ({ records }) => (records.invoiceSeries[0]!.last_number = 2),
    /The series A/,
  ],
  ['no invoice', ({ records }) => (records.orders[0]!.invoice_count = 0), /0 invoices/],
  ['a coupon over its limit', ({ records }) => (records.coupons[0]!.uses = 2), /used 2 times/],
  ['a mail that did not arrive', ({ mailRecipients }) => mailRecipients.splice(0), /did not reach/],
  [
    'an order lost after it was acknowledged',
    ({ acknowledged }) => acknowledged.orders.push(2),
    /order 2 was acknowl/,
  ],
  [
    'a playback session lost',
    ({ records }) => records.playbackSessions.splice(0),
    /session s1 is lost/,
  ],
  [
    'a play with an earlier position',
    ({ records }) => (records.plays[0]!.play_seek_time = 1),
    /play 5 was at minute 2/,
  ],
  [
    'a mail that is not marked as sent',
    ({ records }) => (records.orders[0]!.sent_mail_count = 0),
    /not marked as sent/,
  ],
])('%s is detected', (_, breakState, message) => {
  const state = validState();
  breakState(state);
  expect(violatedInvariants(state).join('\n')).toMatch(message);
});

test('a payment without a ticket is pending', () => {
  const state = validState();
  state.records.orders[0]!.payment_transaction_no = null;
  expect(countPending(state)).toBe(1);
});
