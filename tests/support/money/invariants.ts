import { type TestData, type CouponName, PRICES, RUPEES_PER_DOLLAR } from './test-data.ts';
import { checkFee, checkFees } from './fee-invariants.ts';
import { listViolations, duplicates } from './violations.ts';
import type { PaymentRecords, ProviderPayment } from './payment-records.ts';
import { checkReturns, checkReturnedAtProvider } from './return-invariants.ts';
import { IMPORTED_ORDERS } from './import-step.ts';
import { checkGifts, checkReturnedGifts } from './gift-invariants.ts';
import type { WonClaims } from './gift-steps.ts';
import type { OutsideReturns } from './return-steps.ts';

type Order = PaymentRecords['orders'][number];

export interface State {
  testData: TestData;
  records: PaymentRecords;
  providerPayments: ProviderPayment[];
  refundsRequestedBySteps: { orders: Set<number>; fees: Set<number>; films: Set<number> };
  outside: OutsideReturns;
  wonClaims: WonClaims;
  /** What the statement of each film says was received, less what was returned, in paise. */
  statementSums: Map<number, number>;
  seriesBefore: PaymentRecords['series'];
}

const isTicket = ({ payment_status: status }: Order) => status === 'PAID' || status === 'REFUNDED';
const couponOf = ({ coupon_code: code }: Order) =>
  (code?.toLowerCase() ?? 'none') as CouponName | 'none';
const nameOf = ({ order_no, payment_status }: Order) => `${order_no} (${payment_status})`;
const count = <T>(list: T[], isCounted: (each: T) => boolean) => list.filter(isCounted).length;

/** Checks what must hold after every step, even while webhooks are pending. Returns one message for each violation. */
export function violatedInvariants(state: State): string[] {
  const { records } = state;
  return [
    ...records.orders.flatMap((order) => checkOrder(state, order)),
    ...records.fees.flatMap((fee) => checkFee(state, fee)),
    ...checkFees(state),
    ...checkTickets(state),
    ...checkGifts(state),
    ...checkRefunds(state),
    ...checkReturns(state),
    ...checkCoupons(state),
    ...checkInvoiceNumbers(state),
  ];
}

function checkOrder(state: State, order: Order): string[] {
  const { testData, records } = state;
  if (order.import_ref) return checkImportedOrder(state, order);
  const film = testData.films.findIndex(({ movieId }) => movieId === order.movie_id);
  const rupees = PRICES[film]![couponOf(order)];
  const kinds = records.invoices
    .filter((invoice) => invoice.movie_order_id === order.movie_order_id)
    .map(({ kind }) => kind);
  const hasPrice = rupees > 0;
  const partNotes = records.partRefunds
    .filter(({ movie_order_id }) => movie_order_id === order.movie_order_id)
    .map(() => 'credit-note');
  const expectedKinds = {
    PAID: hasPrice ? [...partNotes, 'invoice'] : ['confirmation'],
    REFUNDED: hasPrice ? [...partNotes, 'credit-note', 'invoice'] : ['confirmation'],
  };
  const name = nameOf(order);
  const checks: [boolean, string][] = [
    [
      order.total_rounded_value === rupees * 100,
      `${name} costs ${order.total_rounded_value} and not ₹${rupees}`,
    ],
    [
      kinds.toSorted().join() === (expectedKinds[order.payment_status as 'PAID'] ?? []).join(),
      `${name} has the documents ${kinds.join() || 'none'}`,
    ],
    [
      order.has_refund_date === (order.payment_status === 'REFUNDED'),
      `${name} has ${order.has_refund_date ? 'a' : 'no'} refund date`,
    ],
    [order.has_platform_share || !isTicket(order), `${name} has no platform share`],
  ];
  if (isTicket(order)) {
    checks.push([
      order.has_full_window,
      `${name} lacks its window: 24 hours from its payment, or none for an unclaimed gift`,
    ]);
    if (hasPrice) checks.push(...checkPaidOrder(state, order, rupees));
  }
  return listViolations(checks);
}

/** An imported order stays as its file said: it has no payment that could go back, and no document of this cinema. */
function checkImportedOrder({ records: { invoices } }: State, order: Order): string[] {
  const { totalRoundedValue: rupees, paymentStatus } = IMPORTED_ORDERS.find(({ orderDate }) =>
    order.import_ref?.endsWith(`/${orderDate}`),
  )!;
  const name = `imported ${nameOf(order)}`;
  return listViolations([
    [
      order.total_rounded_value === rupees * 100,
      `${name} costs ${order.total_rounded_value} and not ₹${rupees}`,
    ],
    [order.payment_status === paymentStatus, `${name} was ${paymentStatus}`],
    [order.has_refund_date === (paymentStatus === 'REFUNDED'), `${name} has a wrong refund date`],
    [order.part_refunded_value === 0, `${name} has parts of ${order.part_refunded_value}`],
    [
      order.payment_transaction_no === null,
      `${name} has the payment ${order.payment_transaction_no}`,
    ],
    [
      !invoices.some(({ movie_order_id }) => movie_order_id === order.movie_order_id),
      `${name} has a document of this cinema`,
    ],
  ]);
}

/** A PAID order needs a captured payment of the right amount for this order. */
function checkPaidOrder(
  { providerPayments: payments, outside }: State,
  order: Order,
  rupees: number,
): [boolean, string][] {
  const payment = payments.find(({ id }) => id === order.payment_transaction_no);
  const sum = { INR: rupees * 100, USD: Math.round((rupees / RUPEES_PER_DOLLAR) * 100) };
  const name = nameOf(order);
  return [
    [
      payment?.state === 'captured' || payment?.state === 'refunded',
      `${name} has no payment: ${order.payment_transaction_no} is ${payment?.state}`,
    ],
    [
      !payment ||
        payment.amount === sum[payment.currency as 'INR'] ||
        outside.accepted.has(payment.id),
      `${name} was paid with ${payment?.amount} ${payment?.currency}`,
    ],
    [
      !payment || payment.reference === order.order_no,
      `${name} was paid with another order's payment`,
    ],
    [
      order.payment_status === 'PAID' || payment?.state === 'refunded',
      `${name} has no refund at the provider`,
    ],
  ];
}

function checkTickets({ records: { orders, fees, refunds } }: State): string[] {
  const paid = [...orders.filter(isTicket), ...fees];
  const live = orders.filter(
    ({ payment_status, is_live, holder_id }) => payment_status === 'PAID' && is_live && holder_id,
  );
  return [
    ...duplicates(paid.flatMap(({ payment_transaction_no: id }) => id ?? [])).map(
      (id) => `two orders or fees for ${id}`,
    ),
    ...duplicates(
      live.map(({ holder_id, movie_id }) => `viewer ${holder_id} and film ${movie_id}`),
    ).map((pair) => `two live tickets of ${pair}`),
    ...duplicates(refunds.map(({ provider_payment_id: id }) => id)).map(
      (id) => `two refunds of ${id}`,
    ),
  ];
}

/** A ticket ends only on request, and its payment is refunded only with it. */
function checkRefunds({
  records: { orders, fees, refunds },
  refundsRequestedBySteps,
  outside,
}: State): string[] {
  const isRequested = ({
    movie_order_id,
    movie_id,
    payment_transaction_no: id,
    import_ref,
  }: Order) =>
    import_ref !== null ||
    (id !== null && (outside.returned.has(id) || outside.disputed.has(id))) ||
    refundsRequestedBySteps.orders.has(movie_order_id) ||
    refundsRequestedBySteps.films.has(movie_id);
  const unrequested = orders.filter(
    (order) => order.payment_status === 'REFUNDED' && !isRequested(order),
  );
  const refundedInUse = refunds.filter(
    ({ provider_payment_id: id, refunds_bill }) =>
      !refunds_bill &&
      [...orders, ...fees].some(({ payment_transaction_no }) => payment_transaction_no === id),
  );
  return [
    ...unrequested.map((order) => `${nameOf(order)} was refunded without a request`),
    ...refundedInUse.map(
      ({ provider_payment_id: id }) => `${id} is refunded although an order or fee uses it`,
    ),
  ];
}

function checkCoupons({ testData, records: { orders, couponUses } }: State): string[] {
  const useOf = (order: Order) =>
    couponUses.find(
      (use) => use.movie_order_id === order.movie_order_id && use.coupon_code === order.coupon_code,
    );
  const isPaid = ({ payment_status }: Order) => payment_status === 'PAID';
  const checks: [boolean, string][] = [];
  for (const { couponCode, totalLimit, viewerLimit } of Object.values(testData.coupons)) {
    const ownUses = couponUses.filter(({ coupon_code }) => coupon_code === couponCode);
    const maxByViewer = (uses: typeof couponUses) =>
      Math.max(
        0,
        ...uses.map(({ user_id }) => (user_id ? count(uses, (use) => use.user_id === user_id) : 0)),
      );
    const tickets = count(orders, (order) => isPaid(order) && order.coupon_code === couponCode);
    const usesByViewer = maxByViewer(ownUses);
    const reservationsByViewer = maxByViewer(ownUses.filter(({ may_lapse }) => may_lapse));
    checks.push(
      [ownUses.length <= totalLimit!, `${couponCode} has ${ownUses.length} uses`],
      [tickets <= totalLimit!, `${couponCode} discounts ${tickets} tickets`],
      [
        viewerLimit === null || usesByViewer <= viewerLimit,
        `${couponCode} is used ${usesByViewer} times by one viewer`,
      ],
      [
        reservationsByViewer <= 1,
        `${couponCode} is reserved ${reservationsByViewer} times by one viewer`,
      ],
    );
  }
  for (const order of orders) {
    if (isPaid(order) && order.coupon_code)
      checks.push([
        useOf(order)?.may_lapse === false,
        `${nameOf(order)} has a discount but no lasting coupon use`,
      ]);
    if (order.payment_status === 'CANCELLED' || order.payment_status === 'REFUNDED')
      checks.push([!useOf(order), `${nameOf(order)} keeps its coupon use`]);
  }
  return listViolations(checks);
}

/** Each series continues from `seriesBefore` with every number once and no gap. */
function checkInvoiceNumbers({ records: { invoices, series }, seriesBefore }: State): string[] {
  return series.flatMap(({ series: name, last_number: last }) => {
    const first = (seriesBefore.find((each) => each.series === name)?.last_number ?? 0) + 1;
    const expectedNumbers = Array.from(
      { length: last - first + 1 },
      (_, index) => `${name}/${String(first + index).padStart(7, '0')}`,
    );
    const numbers = invoices
      .map(({ invoice_no }) => invoice_no)
      .filter((number) => number.startsWith(`${name}/`));
    const isComplete = numbers.toSorted().join() === expectedNumbers.join();
    return isComplete
      ? []
      : [
          `series ${name} has ${numbers.toSorted().join() || 'nothing'}, and should have ${expectedNumbers.join()}`,
        ];
  });
}

/** Checks what must also hold after all webhooks are delivered and all providers are queried. */
export function violatedFinalInvariants(state: State): string[] {
  const { records, providerPayments } = state;
  const { orders, fees, attempts, refunds, pendingEventCount } = records;
  const bills = [
    ...orders.map((order) => ({ ...order, reference: order.order_no })),
    ...fees.map((fee) => ({ ...fee, reference: fee.fee_no })),
  ];
  return [
    ...providerPayments.flatMap((each) => checkProviderPayment(records, each)),
    ...checkReturnedAtProvider(state),
    ...checkReturnedGifts(state),
    ...bills.flatMap((bill) => checkProcessing(bill, providerPayments)),
    ...attempts
      .filter(({ state, gateway_fee }) => state === 'paid' && gateway_fee === null)
      .map((each) => `the gateway fee is unknown for ${each.provider_payment_id}`),
    ...refunds
      .filter(({ state }) => state !== 'done')
      .map((each) => `the refund of ${each.provider_payment_id} is ${each.state}`),
    ...(pendingEventCount ? [`${pendingEventCount} events are not applied`] : []),
  ];
}

export const isHeldPayment = ({ heldPaymentIds }: PaymentRecords, { id }: ProviderPayment) =>
  heldPaymentIds.includes(id);

/** A captured payment belongs to exactly one of: a PAID order or fee, a refund, a held payment. */
function checkProviderPayment(records: PaymentRecords, each: ProviderPayment): string[] {
  if (each.state !== 'captured' && each.state !== 'refunded') return [];
  const bill = [...records.orders, ...records.fees].find(
    ({ payment_transaction_no: id }) => id === each.id,
  );
  const uses = [
    bill?.payment_status === 'PAID' && 'a PAID order or fee',
    records.refunds.some(({ provider_payment_id: id }) => id === each.id) && 'a refund',
    isHeldPayment(records, each) && 'held',
  ].filter(Boolean);
  const isReturned = uses.join() === 'a refund';
  return listViolations([
    [
      uses.length === 1,
      `${each.id} (${each.amount} ${each.currency}) is ${uses.join(' and ') || 'unused'}`,
    ],
    [
      isReturned === (each.state === 'refunded'),
      `${each.id} is ${each.state}, but recorded as ${uses.join()}`,
    ],
  ]);
}

/** PROCESSING needs a pending payment at the provider. */
const checkProcessing = (
  { reference, payment_status: status }: { reference: string; payment_status: string },
  payments: ProviderPayment[],
): string[] =>
  status !== 'PROCESSING' ||
  payments.some((each) => each.state === 'pending' && each.reference === reference)
    ? []
    : [`${reference} (${status}) has no pending payment`];
