import type { ServerRecords, ProviderRecords } from './records.ts';
import type { Acknowledged, Purchase } from './stress-run.ts';

export interface State {
  records: ServerRecords;
  providerRecords: ProviderRecords;
  purchases: Purchase[];
  acknowledged: Acknowledged;
  mailRecipients: string[];
}

const isLive = ({ payment_status: status }: ServerRecords['orders'][number]) => status === 'PAID';

/** Counts pending webhooks, mails, refunds and payments. Must become 0 after the last fault. */
export function countPending({
  records,
  providerRecords,
}: Pick<State, 'records' | 'providerRecords'>): number {
  const { pendingEventCount, pendingMailCount, pendingRefundCount } = records.pending;
  const recordedIds = new Set(records.orders.map(({ payment_transaction_no: id }) => id));
  const unrecorded = providerRecords.payments.filter(
    ({ id, state }) => state === 'captured' && !recordedIds.has(id),
  );
  return (
    pendingEventCount +
    pendingMailCount +
    pendingRefundCount +
    unrecorded.length +
    providerRecords.pendingCount
  );
}

export const violatedInvariants = (state: State): string[] => [
  ...checkPayments(state),
  ...checkTickets(state),
  ...checkInvoicesAndCoupons(state),
  ...checkMails(state),
  ...checkAcknowledged(state),
];

/** A payment at the provider belongs to one ticket, or was refunded. */
function checkPayments({ records, providerRecords }: State): string[] {
  return providerRecords.payments.flatMap(({ id, state, orderNo, amount }) => {
    const tickets = records.orders.filter((order) => order.payment_transaction_no === id);
    const live = tickets.filter(isLive).length;
    if (state === 'refunded') return live ? [`${id} was refunded, but its ticket is open`] : [];
    if (live !== 1) return [`${id} was paid, but opens ${live} tickets`];
    const { order_no: no, total_rounded_value: sum } = tickets[0]!;
    return [
      ...(no === orderNo ? [] : [`${id} was paid for ${orderNo}, but opens ${no}`]),
      ...(id.startsWith('pay_') && sum !== amount
        ? [`${no} costs ${sum}, but ${amount} was paid`]
        : []),
    ];
  });
}

/** A ticket has a payment, a confirmed purchase has a ticket, and a viewer has one ticket per film. */
function checkTickets({ records, providerRecords, purchases }: State): string[] {
  const capturedIds = new Set(
    providerRecords.payments.filter(({ state }) => state === 'captured').map(({ id }) => id),
  );
  const live = records.orders.filter(isLive);
  const liveIds = new Set(live.map(({ movie_order_id: id }) => id));
  return [
    ...live
      .filter(
        ({ payment_transaction_no: id, total_rounded_value: sum }) =>
          sum > 0 && !capturedIds.has(id ?? ''),
      )
      .map(({ order_no: no }) => `${no} is open without a payment`),
    ...purchases
      .filter(({ orderId, isReportedPaid }) => isReportedPaid && !liveIds.has(orderId))
      .map(({ orderId }) => `Order ${orderId} was reported PAID, but has no ticket`),
    ...duplicates(live.map((each) => `viewer ${each.user_id}, film ${each.movie_id}`)).map(
      (each) => `Two tickets: ${each}`,
    ),
  ];
}

function checkInvoicesAndCoupons({ records }: State): string[] {
  return [
    ...records.invoiceSeries
      .filter((each) => each.last_number !== each.issued || each.issued !== each.distinct_numbers)
      .map(
        (each) =>
          `The series ${each.series} is at ${each.last_number}, with ${each.issued} invoices`,
      ),
    ...records.orders
      .filter(
        (order) => order.invoice_count !== (isLive(order) && order.total_rounded_value > 0 ? 1 : 0),
      )
      .map(
        (order) =>
          `${order.order_no} (${order.payment_status}) has ${order.invoice_count} invoices`,
      ),
    ...records.coupons
      .filter(({ uses, total_limit: limit }) => uses > limit)
      .map((each) => `The coupon ${each.coupon_code} was used ${each.uses} times`),
  ];
}

/** A mail arrives at least once: a server that crashes while sending sends it again. */
function checkMails({ records, mailRecipients }: State): string[] {
  return records.orders
    .filter(isLive)
    .flatMap(({ order_no: no, email_id: to, sent_mail_count: sentCount }) => [
      ...(sentCount === 1 ? [] : [`The mail of ${no} is not marked as sent`]),
      ...(mailRecipients.includes(to) ? [] : [`The mail of ${no} did not reach ${to}`]),
    ]);
}

function checkAcknowledged({ records, acknowledged }: State): string[] {
  const orders = new Set(records.orders.map(({ movie_order_id: id }) => id));
  const playbackSessions = new Set(records.playbackSessions);
  const seekMinutes = new Map(
    records.plays.map((each) => [each.movie_play_id, each.play_seek_time]),
  );
  return [
    ...acknowledged.orders
      .filter((id) => !orders.has(id))
      .map((id) => `The order ${id} was acknowledged, but is lost`),
    ...acknowledged.playbackSessions
      .filter((id) => !playbackSessions.has(id))
      .map((id) => `The playback session ${id} is lost`),
    ...[...acknowledged.seekMinutes]
      .filter(([id, minutes]) => (seekMinutes.get(id) ?? -1) < minutes)
      .map(
        ([id, minutes]) =>
          `The play ${id} was at minute ${minutes}, but is at ${seekMinutes.get(id) ?? 'none'}`,
      ),
  ];
}

const duplicates = (all: string[]) => [
  ...new Set(all.filter((each, index) => all.indexOf(each) !== index)),
];
