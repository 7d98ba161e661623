import { z } from 'zod';
import { argument, option, sentence } from '#domain/format/sentence.ts';
import { foldCode } from '#domain/fold.ts';
import { PAYMENT_STATUSES } from '#domain/payment-states.ts';
import type { showOrder } from '#server/streaming/booking/support/find-orders.ts';
import {
  day,
  endOfDay,
  flag,
  issueOf,
  LIMIT_OPTIONS,
  moment,
  duration,
  startOfDay,
  text,
  textLimitFields,
} from '../fields.ts';
import { column } from '../columns.ts';
import { formatValue } from '../print.ts';
import {
  facts as factsPart,
  detailsResult,
  listResult,
  section,
  waitingTable,
} from '../results.ts';
import type { ReportPart } from '../command-result.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const findCommands = defineCommands(
  () => import('#server/streaming/booking/support/find-orders.ts'),
);
const extendCommands = defineCommands(
  () => import('#server/streaming/booking/support/extend-tickets.ts'),
);
const refundCommands = defineCommands(() => import('../actions/refund.ts'));
const overview = defineCommands(() => import('#server/streaming/reports/overview/actions.ts'));
const heldCommands = defineCommands(() => import('../actions/held-payments.ts'));

/** Also the tickets of a person (`user show`). */
export const ORDER_COLUMNS = {
  orderNo: column.code('order'),
  orderDate: column.instant('started'),
  paymentStatus: column.code('status'),
  total: column.amount('total'),
  currency: column.code(),
  movieName: column.text('film'),
  bookingStartTime: column.instant('opens'),
  bookingEndTime: column.instant('closes'),
} as const;

/** Also as it is copied from a mail: `#M26‑000123`. */
const orderNo = z
  .string()
  .overwrite((typed) => foldCode(typed).replace(/^#\s*/, ''))
  .min(1, 'must not be empty')
  .max(40, 'must have at most 40 characters');

type OrderDetails = Awaited<ReturnType<typeof showOrder>>;

function reportOrder({
  payments,
  heldPayments,
  events,
  refunds,
  partRefunds,
  disputes,
  taxDocuments,
  mails,
  plays,
  ...facts
}: OrderDetails): ReportPart[] {
  return [
    factsPart(facts),
    section('Payments', payments, {
      createdAt: column.instant('started'),
      provider: column.text('provider'),
      providerPaymentId: column.code('payment'),
      amount: column.amount('amount'),
      currency: column.code(),
      state: column.text('state'),
    }),
    section('Held payments', heldPayments, {
      heldAt: column.instant('held'),
      providerPaymentId: column.code('payment'),
      amount: column.amount('amount'),
      currency: column.code(),
      reason: column.text('reason for holding'),
      decision: column.text('decision'),
      decidedAt: column.instant('decided'),
      decidedBy: column.text('by'),
    }),
    section('Payment events', events, {
      receivedAt: column.instant('received'),
      provider: column.text('provider'),
      source: column.text('source'),
      providerPaymentId: column.code('payment'),
      outcome: column.text('outcome'),
    }),
    section('Refunds', refunds, {
      askedAt: column.instant('requested'),
      provider: column.text('provider'),
      amount: column.amount('amount'),
      currency: column.code(),
      state: column.text('state'),
      reason: column.text('reason'),
    }),
    section('Refunds of a part, made at the provider', partRefunds, {
      returnedAt: column.instant('noticed'),
      provider: column.text('provider'),
      amount: column.amount('amount'),
      currency: column.code(),
      reason: column.text('reason'),
    }),
    section('Disputes', disputes, {
      disputeId: column.code('dispute'),
      openedAt: column.instant('opened'),
      state: column.text('state'),
      amount: column.amount('amount'),
      currency: column.code(),
      amountDeducted: column.amount('taken back'),
      respondBy: column.instant('answer by'),
      reasonText: column.text('reason'),
    }),
    section('Invoices', taxDocuments, {
      invoiceNo: column.code('number'),
      kind: column.text('kind'),
      issuedAt: column.instant('issued'),
    }),
    section('Emails', mails, {
      kind: column.text('kind'),
      dueAt: column.instant('due'),
      sentAt: column.instant('sent'),
      droppedAt: column.instant('dropped'),
    }),
    section('Plays', plays, {
      playStartTime: column.instant('started'),
      playEndTime: column.instant('last seen'),
      deviceType: column.text('device'),
    }),
  ];
}

const openDisputesLine = ({ count, answerBy }: { count: number; answerBy: Date | null }): string =>
  `open disputes: ${count}${answerBy ? `, the first answer by ${formatValue(answerBy)}` : ''}`;

export const order: CommandGroup = {
  name: 'order',
  summary: 'Orders and tickets: find, refund, extend',
  roles: ['support', 'finance'],
  commands: [
    findCommands.readCommand({
      usage: 'find [number]',
      title: 'Find orders',
      labels: {
        number: 'Order number',
        mobile: 'Mobile number',
        email: 'Email address',
        from: 'Started on or after',
        until: 'Started on or before',
      },
      summary: 'Finds orders by number, person, film or day; newest first.',
      details: sentence`${argument('number')} is the whole number or its last digits: M26-000123 or 123.`,
      options: {
        '--mobile <number>': 'orders of the person with this mobile number',
        '--email <address>': 'orders of the person with this email address',
        '--film <film>': 'orders for this film',
        '--from <day>': 'the first day, in India’s time zone',
        '--until <day>': 'the last day, in India’s time zone',
        '--status <status>': PAYMENT_STATUSES.join(', '),
        ...LIMIT_OPTIONS,
      },
      input: z.object({
        number: orderNo.optional(),
        mobile: text(30).optional(),
        email: text(200).optional(),
        film: text().optional(),
        from: day.optional(),
        until: day.optional(),
        status: z
          .enum(PAYMENT_STATUSES, `must be one of ${PAYMENT_STATUSES.join(', ')}`)
          .optional(),
        ...textLimitFields,
      }),
      examples: [
        'order find --mobile 9000000002',
        'order find --film night-rail --from 2026-11-01 --status PAID',
      ],
      run: async ({ deps }, { number, from, until, ...filter }, { findOrders }) =>
        listResult(
          'orders',
          await findOrders(deps, {
            ...filter,
            orderNo: number,
            from: from ? startOfDay(from) : undefined,
            until: until ? endOfDay(until) : undefined,
          }),
          { ...ORDER_COLUMNS, userId: column.number('user') },
        ),
    }),
    findCommands.readCommand({
      usage: 'show <order>',
      title: 'Show an order',
      summary:
        'Shows an order with its payments, payment events, refunds, disputes, invoices, emails and plays.',
      input: z.object({ order: orderNo }),
      examples: ['order show M26-000123'],
      run: async ({ deps }, given, { showOrder }) => {
        const details = await showOrder(deps, given.order);
        return { view: 'order', data: details, report: reportOrder(details) };
      },
    }),
    refundCommands.changeCommand({
      usage: 'refund <order>',
      title: 'Refund an order',
      needsConfirmation: true,
      summary:
        'Refunds a ticket or a submission fee. The ticket ends when the provider has returned the money.',
      details:
        'A second refund of the same order changes nothing: it shows when, by whom and why the first one was made.',
      options: {
        '--reason <words>': {
          about: 'the reason',
          notes: ['printed on the credit note of a ticket'],
        },
      },
      input: z.object({ order: orderNo, reason: text(500) }),
      examples: [
        'order refund M26-000123 --reason "The film stopped for everybody"',
        'order refund S26-000045 --reason "The film was declined"',
      ],
      run: (context, given, { refundBill }) => refundBill(context, given.order, given.reason),
    }),
    extendCommands.changeCommand({
      usage: 'extend [order]',
      title: 'Extend tickets',
      labels: {
        by: 'Added time',
        outageFrom: 'Start of the outage',
        outageUntil: 'End of the outage',
        again: 'Extend again',
      },
      summary:
        'Extends a paid ticket, or every ticket that was open during an outage. Each viewer gets an email.',
      details: sentence`After an outage, each ticket gets its lost time back, or the time of ${option('by')}. A ticket that has closed opens again from now on.\nAll tickets of an outage are extended together, and only once; ${option('again')} extends them a second time.`,
      options: {
        '--by <time>': 'for example 90m (minutes), 2h (hours) or 1d (a day)',
        '--outage-from <moment>': 'when the outage began, in India’s time zone',
        '--outage-until <moment>': 'when the outage ended',
        '--again': 'extend the tickets although they were extended for this outage before',
      },
      input: z
        .object({
          order: orderNo.optional(),
          by: duration.optional(),
          outageFrom: moment.optional(),
          outageUntil: moment.optional(),
          again: flag,
        })
        .refine(
          ({ order: number, outageFrom, outageUntil }) =>
            (number === undefined) === Boolean(outageFrom && outageUntil),
          issueOf(
            sentence`name one order, or an outage with ${option('outage-from')} and ${option('outage-until')}`,
          ),
        )
        .refine(
          ({ order: number, by }) => number === undefined || by !== undefined,
          issueOf(sentence`give the time to add, for example ${option('by', '2h')}`),
        )
        .refine(
          ({ outageFrom: from, outageUntil: until }) => !from || !until || from < until,
          issueOf(sentence`${option('outage-until')} must be after ${option('outage-from')}`),
        ),
      examples: [
        'order extend M26-000123 --by 2h',
        'order extend --outage-from "2026-11-20 21:00" --outage-until "2026-11-20 23:30" --dry-run',
      ],
      run: async (context, given, { extendForOutage, extendTicket }) =>
        context.change((deps) =>
          given.outageFrom && given.outageUntil
            ? extendForOutage(
                deps,
                context.command,
                { from: given.outageFrom, until: given.outageUntil, minutes: given.by },
                given.again,
              )
            : extendTicket(deps, given.order!, given.by!),
        ),
    }),
    overview.readCommand({
      usage: 'waiting',
      title: 'Count held payments, failed refunds and open disputes',
      roles: ['finance'],
      summary:
        'Counts held payments and failed refunds, which need a decision, with the date of the oldest one. Counts open disputes, with the first date for an answer.',
      input: z.object({}),
      examples: ['order waiting'],
      run: async ({ deps }, _, { countWaitingPayments }) => {
        const waiting = await countWaitingPayments(deps);
        return detailsResult(waiting, [
          waitingTable({
            'held payments': waiting.held,
            'failed refunds': waiting.failedRefunds,
          }),
          openDisputesLine(waiting.openDisputes),
        ]);
      },
    }),
    heldCommands.readCommand({
      usage: 'held',
      title: 'List held payments',
      roles: ['finance'],
      summary:
        'Lists payments that need a decision, for example because the sum is not the price, failed refunds and open disputes.',
      options: LIMIT_OPTIONS,
      input: z.object(textLimitFields),
      examples: ['order held'],
      run: ({ deps }, part, { listHeldPayments }) => listHeldPayments(deps, part),
    }),
    heldCommands.changeCommand({
      usage: 'accept <payment>',
      title: 'Accept a held payment',
      roles: ['finance'],
      needsConfirmation: true,
      summary: 'Takes a held payment for its order: the ticket opens, or the fee is paid.',
      details:
        'The invoice is over the price of the ticket, whatever sum came. What came above the price counts against the fee of the provider.',
      options: { '--reason <words>': 'the reason, for the audit log' },
      input: z.object({ payment: text(100), reason: text(500) }),
      examples: ['order accept pay_Abc123 --reason "The payer bore the convenience fee"'],
      run: (context, { payment }, { acceptPayment }) => acceptPayment(context, payment),
    }),
    heldCommands.changeCommand({
      usage: 'return <payment>',
      title: 'Refund a held payment',
      roles: ['finance'],
      needsConfirmation: true,
      summary:
        'Refunds a held payment, or requests a failed refund again. Sends what has not gone back already.',
      options: { '--reason <words>': 'the reason, for the audit log' },
      input: z.object({ payment: text(100), reason: text(500) }),
      examples: ['order return pay_Abc123 --reason "The viewer paid the wrong sum"'],
      run: (context, { payment }, { returnHeldPayment }) => returnHeldPayment(context, payment),
    }),
  ],
};
