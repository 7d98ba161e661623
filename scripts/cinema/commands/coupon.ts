import { z } from 'zod';
import { option, sentence } from '#domain/format/sentence.ts';
import { foldCode } from '#domain/fold.ts';
import {
  commaList,
  day,
  endOfDay,
  issueOf,
  LIMIT_OPTIONS,
  limitFields,
  percent,
  startOfDay,
  rupeeAmount,
  text,
  textLimitFields,
  wholeNumber,
} from '../fields.ts';
import { column } from '../columns.ts';
import { continuation, listResult, table } from '../results.ts';
import { defineCommands, type CommandGroup } from '../command.ts';

const { readCommand, changeCommand } = defineCommands(
  () => import('#server/streaming/booking/coupons/manage.ts'),
);

const code = z
  .string()
  .transform((typed) => foldCode(typed).toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{2,40}$/, 'must be 2 to 40 letters, digits or -'));
const batch = z
  .string()
  .transform((typed) => foldCode(typed).toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{2,20}$/, 'must be 2 to 20 letters and digits'));

const TERMS = {
  '--percent <number>': 'discount in percent',
  '--rupees <number>': 'discount in rupees, instead of percent',
  '--from <day>': 'valid from the start of this day, in India’s time zone',
  '--until <day>': 'valid until the end of this day, in India’s time zone',
  '--films <films>': 'only for these films, separated by commas',
  '--reason <words>': {
    about: 'the reason, for the audit log',
    notes: ['required if a ticket becomes free'],
  },
};
const TERM_LABELS = {
  percent: 'Discount in percent',
  rupees: 'Discount in rupees',
  from: 'Valid from',
  until: 'Valid until',
};
const terms = {
  percent: percent.optional(),
  rupees: rupeeAmount.optional(),
  from: day.optional(),
  until: day.optional(),
  films: commaList().optional(),
  reason: text(500).optional(),
};
type Terms = z.infer<z.ZodObject<typeof terms>>;

const hasOneDiscount = (given: Terms) =>
  (given.percent === undefined) !== (given.rupees === undefined);
const ONE_DISCOUNT = issueOf(sentence`give either ${option('percent')} or ${option('rupees')}`);
const isFromBeforeUntil = ({ from, until }: Terms) => !from || !until || from <= until;
const UNTIL_BEFORE_FROM = issueOf(
  sentence`${option('until')} must not be before ${option('from')}`,
);

const termsOf = ({ percent: percentOff, rupees, from, until, films = [], reason }: Terms) => ({
  couponType: percentOff === undefined ? ('FIXED' as const) : ('PERCENTAGE' as const),
  couponValue: percentOff ?? rupees!,
  validFrom: from ? startOfDay(from) : null,
  validUntil: until ? endOfDay(until) : null,
  films,
  reason,
});

export const coupon: CommandGroup = {
  name: 'coupon',
  summary: 'Discount codes: create, end, report',
  roles: ['programmer', 'finance'],
  commands: [
    readCommand({
      usage: 'list',
      title: 'List discount codes',
      summary: 'Lists codes and batches of one-time codes.',
      options: LIMIT_OPTIONS,
      input: z.object(textLimitFields),
      examples: ['coupon list'],
      run: async ({ deps }, part, { listCouponsAndBatches }) => {
        const { next, ...found } = await listCouponsAndBatches(deps, part);
        const termColumns = {
          couponType: column.code('kind'),
          couponValue: column.number('value'),
          validFrom: column.instant('from'),
          validUntil: column.instant('until'),
        };
        return {
          view: 'list',
          data: { ...found, next },
          report: [
            table(found.coupons, {
              couponCode: column.code('code'),
              ...termColumns,
              totalLimit: column.count('limit'),
              viewerLimit: column.count('per viewer'),
              reserved: column.count('reserved'),
              active: column.code('valid'),
            }),
            '',
            table(found.batches, {
              batch: column.code('batch'),
              ...termColumns,
              codes: column.count('codes'),
              reserved: column.count('reserved'),
              active: column.count('valid'),
            }),
            ...continuation(next),
          ],
        };
      },
    }),
    changeCommand({
      usage: 'create <code>',
      title: 'Create a discount code',
      labels: {
        ...TERM_LABELS,
        limit: 'Maximum number of tickets',
        each: 'Maximum number of tickets for each viewer',
      },
      summary: 'Creates a code for many viewers.',
      options: {
        ...TERMS,
        '--limit <number>': 'maximum number of tickets',
        '--each <number>': 'maximum number of tickets for each viewer',
      },
      input: z
        .object({
          code,
          ...terms,
          limit: wholeNumber(1, 1_000_000_000).optional(),
          each: wholeNumber(1, 1_000_000_000).optional(),
        })
        .refine(hasOneDiscount, ONE_DISCOUNT)
        .refine(isFromBeforeUntil, UNTIL_BEFORE_FROM),
      examples: ['coupon create DIWALI50 --percent 50 --until 2026-11-30 --limit 1000'],
      run: async (context, { code: couponCode, limit, each, ...given }, { createCoupon }) =>
        context.change((deps) =>
          createCoupon(deps, couponCode, {
            ...termsOf(given),
            totalLimit: limit,
            viewerLimit: each,
          }),
        ),
    }),
    changeCommand({
      usage: 'bulk <batch>',
      title: 'Create one-time codes',
      labels: { ...TERM_LABELS, batch: 'Name of the batch', count: 'Number of codes' },
      summary: 'Creates one-time codes and shows them, one on each line.',
      options: { '--count <number>': 'at most 10000', ...TERMS },
      input: z
        .object({ batch, count: wholeNumber(1, 10_000), ...terms })
        .refine(hasOneDiscount, ONE_DISCOUNT)
        .refine(isFromBeforeUntil, UNTIL_BEFORE_FROM),
      examples: ['coupon bulk PRESS --count 500 --rupees 30 --films night-rail,rain-town'],
      run: async (context, { batch: name, count, ...given }, { createBatch }) => {
        let codes: string[] = [];
        const result = await context.change(async (deps) => {
          const created = await createBatch(deps, name, count, termsOf(given));
          ({ codes } = created);
          return created.changes;
        });
        // The codes of a dry run were rolled back, so they are not printed.
        return context.isDry
          ? result
          : { ...result, data: { ...result.data, codes }, report: codes };
      },
    }),
    changeCommand({
      usage: 'end <name>',
      title: 'End a discount code',
      labels: { name: 'Code or batch' },
      unstableFacts: ['active'],
      summary: 'Ends a code or a whole batch immediately. Sold tickets keep their price.',
      input: z.object({ name: text(40) }),
      examples: ['coupon end DIWALI50'],
      run: async (context, { name }, { endCoupon }) =>
        context.change((deps) => endCoupon(deps, name)),
    }),
    changeCommand({
      usage: 'release <name>',
      title: 'Release reserved uses',
      labels: { name: 'Code or batch' },
      unstableFacts: ['reserved'],
      summary:
        'Releases the uses of a code or batch that unpaid orders reserve. They lapse by themselves after 30 minutes.',
      input: z.object({ name: text(40) }),
      examples: ['coupon release DIWALI50'],
      run: async (context, { name }, { releaseReservations }) =>
        context.change((deps) => releaseReservations(deps, name)),
    }),
    readCommand({
      usage: 'report [name]',
      title: 'Show the use of discount codes',
      labels: { name: 'Code or batch' },
      summary: 'Shows how many tickets each code or batch discounted, and by how many rupees.',
      options: LIMIT_OPTIONS,
      input: z.object({ name: text(40).optional(), ...limitFields }),
      examples: ['coupon report', 'coupon report FIRST50 --json'],
      run: async ({ deps }, { name, ...part }, { reportCoupons }) =>
        listResult('coupons', await reportCoupons(deps, name, part), {
          name: column.text('code or batch'),
          codes: column.count('codes'),
          tickets: column.count('tickets'),
          reserved: column.count('reserved by unpaid orders'),
          discount: column.rupees('discount (₹)'),
          refunded: column.count('refunded tickets'),
          refundedDiscount: column.rupees('discount of refunded tickets (₹)'),
        }),
    }),
  ],
};
