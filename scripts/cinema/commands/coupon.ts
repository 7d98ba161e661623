import { z } from 'zod';
import { commaList, day, endOf, percent, startOf, sum, text, whole } from '../fields.ts';
import { list, table } from '../print.ts';
import { doneBy, type Noun } from '../verb.ts';

const { reads, changes } = doneBy(() => import('#server/streaming/booking/coupons/manage.ts'));

const code = z
  .string()
  .transform((typed) => typed.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9-]{2,40}$/, 'must be 2 to 40 letters, digits or -'));
const batch = z
  .string()
  .transform((typed) => typed.toUpperCase())
  .pipe(z.string().regex(/^[A-Z0-9]{2,20}$/, 'must be 2 to 20 letters and digits'));

const TERMS = {
  '--percent <number>': 'what it takes off a ticket, in percent',
  '--rupees <number>': 'or in rupees',
  '--from <day>': 'usable from this day (India’s clock)',
  '--until <day>': 'usable up to the end of this day',
  '--films <films>': 'only for these films, with commas between',
};
const terms = {
  percent: percent.optional(),
  rupees: sum.optional(),
  from: day.optional(),
  until: day.optional(),
  films: commaList().optional(),
};
type Terms = z.infer<z.ZodObject<typeof terms>>;

const hasOneDiscount = (given: Terms) => (given.percent === undefined) !== (given.rupees === undefined);
const ONE_DISCOUNT = 'give either --percent or --rupees';
const isInOrder = ({ from, until }: Terms) => !from || !until || from <= until;
const IN_ORDER = '--until must not be before --from';

const termsOf = ({ percent: part, rupees, from, until, films = [] }: Terms) => ({
  couponType: part === undefined ? ('FIXED' as const) : ('PERCENTAGE' as const),
  couponValue: part ?? rupees!,
  validFrom: from ? startOf(from) : null,
  validUntil: until ? endOf(until) : null,
  films,
});

export const coupon: Noun = {
  name: 'coupon',
  about: 'Discount codes: make them, end them, see what they did',
  verbs: [
    reads({
      words: 'list',
      about: 'Lists codes, and batches of one-time codes.',
      input: z.object({}),
      examples: ['coupon list'],
      run: async ({ deps }, _, { findCoupons }) => {
        const found = await findCoupons(deps);
        const kind = { couponType: 'kind', couponValue: 'value', validFrom: 'from', validUntil: 'until' } as const;
        return {
          data: found,
          lines: [
            ...table(found.coupons, {
              couponCode: 'code',
              ...kind,
              totalLimit: 'limit',
              viewerLimit: 'each',
              active: 'holds',
            }),
            '',
            ...table(found.batches, { batch: 'batch', ...kind, codes: 'codes', active: 'hold' }),
          ],
        };
      },
    }),
    changes({
      words: 'create <code>',
      about: 'Makes a code that many may use.',
      options: {
        ...TERMS,
        '--limit <number>': 'for so many tickets in all',
        '--each <number>': 'for so many tickets of one viewer',
      },
      input: z
        .object({ code, ...terms, limit: whole(1, 1_000_000_000).optional(), each: whole(1, 1_000_000_000).optional() })
        .refine(hasOneDiscount, ONE_DISCOUNT)
        .refine(isInOrder, IN_ORDER),
      examples: ['coupon create DIWALI50 --percent 50 --until 2026-11-30 --limit 1000'],
      run: async (desk, { code: couponCode, limit, each, ...given }, { createCoupon }) =>
        desk.change((deps) =>
          createCoupon(deps, couponCode, { ...termsOf(given), totalLimit: limit, viewerLimit: each }),
        ),
    }),
    changes({
      words: 'bulk <batch>',
      about: 'Makes codes that hold once each, and prints them, one a line.',
      options: { '--count <number>': 'how many; 10000 at most', ...TERMS },
      input: z
        .object({ batch, count: whole(1, 10_000), ...terms })
        .refine(hasOneDiscount, ONE_DISCOUNT)
        .refine(isInOrder, IN_ORDER),
      examples: ['coupon bulk PRESS --count 500 --rupees 30 --films night-rail,rain-town'],
      run: async (desk, { batch: name, count, ...given }, { makeCoupons }) => {
        let codes: string[] = [];
        const answer = await desk.change(async (deps) => {
          const made = await makeCoupons(deps, name, count, termsOf(given));
          ({ codes } = made);
          return made.changes;
        });
        // Codes that were taken back again are nobody's.
        return desk.isDry ? answer : { data: { ...(answer.data as object), codes }, lines: codes };
      },
    }),
    changes({
      words: 'end <name>',
      about: 'Ends a code, or a whole batch, at once. Tickets that are sold keep their price.',
      input: z.object({ name: text(40) }),
      examples: ['coupon end DIWALI50'],
      run: async (desk, { name }, { endCoupon }) => desk.change((deps) => endCoupon(deps, name)),
    }),
    reads({
      words: 'report [name]',
      about: 'Shows what codes and batches did: tickets, and rupees taken off them.',
      input: z.object({ name: text(40).optional() }),
      examples: ['coupon report', 'coupon report FIRST50 --json'],
      run: async ({ deps }, { name }, { reportCoupons }) =>
        list('coupons', await reportCoupons(deps, name), {
          name: 'code or batch',
          codes: 'codes',
          tickets: 'tickets',
          discount: 'taken off (₹)',
          refunded: 'of these refunded',
          refundedDiscount: '(₹)',
        }),
    }),
  ],
};
