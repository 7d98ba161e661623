import { z } from 'zod';
import type { showOrder } from '#server/streaming/booking/desk/find.ts';
import { day, endOf, flag, limit, moment, span, startOf, text } from '../fields.ts';
import { list, sheet, table } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const find = doneBy(() => import('#server/streaming/booking/desk/find.ts'));
const extend = doneBy(() => import('#server/streaming/booking/desk/extend.ts'));
const refund = doneBy(() => import('../work/refund.ts'));
const held = doneBy(() => import('../work/held.ts'));

const STATUSES = ['NEW', 'PROCESSING', 'PAID', 'CANCELLED', 'REFUNDED'] as const;
const orderNo = text(40);

type Shown = Awaited<ReturnType<typeof showOrder>>;

function linesOf({ payments, events, refunds, papers, mails, ...facts }: Shown): string[] {
  const part = (title: string, lines: string[]) => ['', title, ...lines.map((line) => `  ${line}`)];
  return [
    ...sheet(facts),
    ...part(
      'Payments',
      table(payments, {
        createdAt: 'begun',
        provider: 'by',
        providerPaymentId: 'payment',
        amount: 'sum',
        currency: '',
        state: 'state',
        heldReason: 'held because',
      }),
    ),
    ...part(
      'What was heard of them',
      table(events, {
        receivedAt: 'at',
        provider: 'by',
        source: 'from',
        providerPaymentId: 'payment',
        outcome: 'outcome',
      }),
    ),
    ...part(
      'Refunds',
      table(refunds, {
        askedAt: 'asked',
        provider: 'by',
        amount: 'sum',
        currency: '',
        state: 'state',
        reason: 'reason',
      }),
    ),
    ...part('Papers', table(papers, { invoiceNo: 'number', kind: 'kind', issuedAt: 'issued' })),
    ...part('Mails', table(mails, { kind: 'kind', dueAt: 'due', sentAt: 'sent', droppedAt: 'dropped' })),
  ];
}

export const order: Noun = {
  name: 'order',
  about: 'Orders and tickets: find them, give money back, give time back',
  verbs: [
    find.reads({
      words: 'find [number]',
      about: 'Finds orders by number, person, film or day; newest first.',
      options: {
        '--mobile <number>': 'of the person with this mobile number',
        '--email <address>': 'of the person with this e-mail address',
        '--film <film>': 'for this film',
        '--from <day>': 'begun on this day or later',
        '--until <day>': 'begun on this day or earlier',
        '--status <status>': STATUSES.join(', '),
        '--limit <number>': 'how many; 50 unless given',
      },
      input: z.object({
        number: orderNo.optional(),
        mobile: text(30).optional(),
        email: text(200).optional(),
        film: text().optional(),
        from: day.optional(),
        until: day.optional(),
        status: z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`).optional(),
        limit,
      }),
      examples: ['order find --mobile 9000000002', 'order find --film night-rail --from 2026-11-01 --status PAID'],
      run: async ({ deps }, { number, from, until, ...wish }, { findOrders }) =>
        list(
          'orders',
          await findOrders(deps, {
            ...wish,
            orderNo: number,
            from: from ? startOf(from) : undefined,
            until: until ? endOf(until) : undefined,
          }),
          {
            orderNo: 'order',
            orderDate: 'begun',
            paymentStatus: 'status',
            total: 'total',
            currency: '',
            movieName: 'film',
            bookingStartTime: 'opens',
            bookingEndTime: 'closes',
            userId: 'user',
          },
        ),
    }),
    find.reads({
      words: 'show <order>',
      about: 'Shows an order with its payments, what was heard of them, refunds, papers and mails.',
      input: z.object({ order: orderNo }),
      examples: ['order show M26-000123'],
      run: async ({ deps }, given, { showOrder }) => {
        const shown = await showOrder(deps, given.order);
        return { data: shown, lines: linesOf(shown) };
      },
    }),
    refund.changes({
      words: 'refund <order>',
      about:
        'Gives the money of a ticket, or of a submission’s fee, back; the ticket ends when the provider has returned it.',
      more: 'A second refund of the same order changes nothing: it says when, by whom and why the first one was made.',
      options: { '--reason <words>': 'why; it stands on the credit note of a ticket' },
      input: z.object({ order: orderNo, reason: text(500) }),
      examples: [
        'order refund M26-000123 --reason "The film stopped for everybody"',
        'order refund S26-000045 --reason "The film was declined"',
      ],
      run: (desk, given, { refundBill }) => refundBill(desk, given.order, given.reason),
    }),
    extend.changes({
      words: 'extend [order]',
      about:
        'Gives a paid ticket more time, or every ticket that was open during an outage. Each viewer is told by mail.',
      more:
        'Of an outage each ticket gets back what it lost, or what --by says. A window that is over goes on from now.\n' +
        'All tickets of an outage are extended in one step, once; --again does it once more.',
      options: {
        '--by <time>': 'how much: 90m, 2h, 1d',
        '--outage-from <moment>': 'when the outage began, by India’s clock',
        '--outage-until <moment>': 'when it was over',
        '--again': 'although this outage was made good before',
      },
      input: z
        .object({
          order: orderNo.optional(),
          by: span.optional(),
          outageFrom: moment.optional(),
          outageUntil: moment.optional(),
          again: flag,
        })
        .refine(
          ({ order: one, outageFrom, outageUntil }) => (one === undefined) === Boolean(outageFrom && outageUntil),
          'name one order, or an outage by --outage-from and --outage-until',
        )
        .refine(({ order: one, by }) => one === undefined || by !== undefined, 'say by how much: --by 2h')
        .refine(
          ({ outageFrom: from, outageUntil: until }) => !from || !until || from < until,
          '--outage-until must be after --outage-from',
        ),
      examples: [
        'order extend M26-000123 --by 2h',
        'order extend --outage-from "2026-11-20 21:00" --outage-until "2026-11-20 23:30" --dry-run',
      ],
      run: async (desk, given, { extendForOutage, extendTicket }) =>
        desk.change((deps) =>
          given.order === undefined
            ? extendForOutage(
                deps,
                desk.command,
                { from: given.outageFrom!, until: given.outageUntil!, minutes: given.by },
                given.again,
              )
            : extendTicket(deps, given.order, given.by!),
        ),
    }),
    held.reads({
      words: 'held',
      about: 'Lists payments that fit no ticket or fee and wait for a decision, and refunds that failed.',
      input: z.object({}),
      examples: ['order held'],
      run: ({ deps }, _, { heldCases }) => heldCases(deps),
    }),
    held.changes({
      words: 'return <payment>',
      about: 'Sends the money of a held payment back; a refund that failed is asked for anew.',
      input: z.object({ payment: text(100) }),
      examples: ['order return pay_Abc123'],
      run: (desk, { payment }, { returnCase }) => returnCase(desk, payment),
    }),
  ],
};
