/** @module-tag dates */
import { parse } from 'csv-parse/sync';
import fc from '../support/fast-check.ts';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Statement } from '#contract/producer.ts';
import { ticketPrice } from '#domain/pricing.ts';
import { statementMessages as text } from '#messages/producer.ts';
import { orders } from '#server/db/schema/booking.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import { signUserToken } from '#server/tokens.ts';
import { aChannel } from '../support/channels.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { PRODUCER } from '../support/access-fixture.ts';

const clock = aClock(new Date('2026-11-21T06:30:00Z'));
let server: TestServer;
let producer: { userId: number; roles: string[] };
let buyer: { userId: number };

beforeAll(async () => {
  server = await aServer({ clock });
  producer = await server.aViewer({ roles: [PRODUCER] });
  buyer = await server.aViewer({ firstName: 'Secretive' });
});

async function aFilm(given = {}) {
  const film = await server.aFilm(given);
  await aChannel(server, { ownerId: producer.userId }, [film]);
  return film;
}
type Film = Awaited<ReturnType<typeof aFilm>>;
type Attempt = Partial<typeof paymentAttempts.$inferInsert>;
let receiptCount = 0;

/** A paid ticket and its payment attempt. */
async function sell(
  film: Film,
  paidAt: string,
  given: Partial<typeof orders.$inferInsert> = {},
  attempt?: Attempt,
) {
  const order = await server.anOrder(buyer, film, {
    paidAt: new Date(paidAt),
    platformSharePercent: 20,
    ...given,
  });
  if (attempt)
    await server.database.db.insert(paymentAttempts).values({
      movieOrderId: order.movieOrderId,
      provider: 'razorpay',
      receipt: `receipt-${++receiptCount}`,
      amount: order.totalRoundedValue,
      currency: 'INR',
      billTotal: order.totalRoundedValue,
      state: 'paid',
      createdAt: new Date(paidAt),
      ...attempt,
    });
  return order;
}
const readStatement = (film: Film, month = '2026-11', accept = 'application/json') =>
  server.get(`/api/ott/statements/${film.movieId}/${month}`, { as: producer, headers: { accept } });
const monthsOf = async (film: Film) =>
  (await server.get(`/api/ott/statements/${film.movieId}`, { as: producer })).json.content;

const FREE = { unitPrice: 0, totalOrderValue: 0, totalTaxValue: 0, totalRoundedValue: 0 };

describe('a statement', () => {
  test('contains sold and returned tickets and the producer’s share', async () => {
    const film = await aFilm({ movieName: 'கடல்', movieNameEn: 'Kadal' });
    await sell(film, '2026-11-02T06:00:00Z', {}, { gatewayFee: 415 });
    await sell(film, '2026-11-02T06:00:00Z', {}, { gatewayFee: 415 });
    await sell(film, '2026-11-03T06:00:00Z', FREE);
    await sell(
      film,
      '2026-11-03T06:00:00Z',
      { paymentStatus: 'REFUNDED', refundedAt: new Date('2026-11-09T06:00:00Z') },
      { gatewayFee: 415 },
    );
    for (const paymentStatus of ['NEW', 'PROCESSING', 'CANCELLED'] as const)
      await server.anOrder(await server.aViewer(), film, { paymentStatus });
    const { status, json } = await readStatement(film);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      movieId: film.movieId,
      movieName: 'கடல்',
      movieNameEn: 'Kadal',
      month: '2026-11',
      isOpen: true,
      currency: 'INR',
      sold: {
        tickets: 4,
        price: 44_700,
        taxable: 44_700,
        gst: 8046,
        roundOff: 54,
        received: 52_800,
        gatewayFee: 1245,
        platformShare: 8691,
        producerShare: 34_764,
      },
      returned: {
        tickets: -1,
        received: -17_600,
        gatewayFee: 0,
        platformShare: -2980,
        producerShare: -11_920,
      },
      total: {
        tickets: 3,
        received: 35_200,
        gatewayFee: 1245,
        platformShare: 5711,
        producerShare: 22_844,
      },
      platformSharePercents: [20],
      estimatedFees: 0,
    });
    expect(
      json.days.map(({ day, sums }: Statement['days'][number]) => [day, sums.tickets]),
    ).toEqual([
      ['2026-11-02', 2],
      ['2026-11-03', 2],
      ['2026-11-09', -1],
    ]);
    expect(JSON.stringify(json)).not.toContain('Secretive');
  });

  test('covers a month in Indian time, and a return counts in its own month', async () => {
    const film = await aFilm();
    await sell(film, '2026-09-30T18:29:59Z'); // the last second of September
    await sell(film, '2026-09-30T18:30:00Z', {
      paymentStatus: 'REFUNDED',
      refundedAt: new Date('2026-10-31T18:30:00Z'), // the first of November
    });
    expect(await monthsOf(film)).toEqual([
      { month: '2026-11', isOpen: true, tickets: -1, producerShare: -11_920 },
      { month: '2026-10', isOpen: false, tickets: 1, producerShare: 11_588 },
      { month: '2026-09', isOpen: false, tickets: 1, producerShare: 11_588 },
    ]);
    expect((await readStatement(film, '2026-10')).json).toMatchObject({
      sold: { tickets: 1 },
      returned: { tickets: 0 },
    });
    expect((await readStatement(film, '2026-11')).json).toMatchObject({
      sold: { tickets: 0 },
      returned: { tickets: -1 },
    });
    for (const month of ['2026-08', '2026-12'])
      expect(await readStatement(film, month)).toMatchObject({
        status: 404,
        json: { code: 'statement_not_found' },
      });
    for (const month of ['2026-13', '2026', 'november'])
      expect((await readStatement(film, month)).status).toBe(404);
  });

  test('uses the fee that the provider reported, in any currency, and estimates a missing fee', async () => {
    const film = await aFilm();
    await sell(
      film,
      '2026-11-02T06:00:00Z',
      { paymentTransactionNo: 'pay_1' },
      { gatewayFee: 400, state: 'closed', providerPaymentId: 'pay_1' },
    );
    await sell(
      film,
      '2026-11-02T07:00:00Z',
      {},
      { currency: 'USD', rate: 88.125, amount: 200, gatewayFee: 37 },
    );
    await sell(film, '2026-11-02T08:00:00Z', {}, {}); // 2.36 % of 176 rupees
    await sell(film, '2026-11-02T09:00:00Z'); // imported: no attempt at all
    const { json } = await readStatement(film);
    expect(json.sold.gatewayFee).toBe(400 + 3261 + 415 + 415);
    expect(json.estimatedFees).toBe(2);
  });

  test('uses the fee of the attempt that paid, not of other attempts', async () => {
    const film = await aFilm();
    const paymentTransactionNo = 'pay_2';
    const payingAttempt = { providerPaymentId: paymentTransactionNo, gatewayFee: 415 };
    const { movieOrderId } = await sell(
      film,
      '2026-11-02T06:00:00Z',
      { paymentTransactionNo },
      payingAttempt,
    );
    const otherAttempt = {
      provider: 'razorpay' as const,
      amount: 17_600,
      currency: 'INR',
      billTotal: 17_600,
      createdAt: clock.now(),
    };
    await server.database.db.insert(paymentAttempts).values([
      { ...otherAttempt, movieOrderId, receipt: 'closed', state: 'closed', gatewayFee: 1 },
      {
        ...otherAttempt,
        movieOrderId,
        receipt: 'twice',
        state: 'paid',
        providerPaymentId: 'pay_3',
        gatewayFee: 999,
      },
    ]);
    expect((await readStatement(film)).json.sold).toMatchObject({ tickets: 1, gatewayFee: 415 });
  });

  test('uses the share at the time of payment; imported tickets use the current setting', async () => {
    const film = await aFilm();
    await sell(film, '2026-11-02T06:00:00Z', { platformSharePercent: 12.5 }, { gatewayFee: 0 });
    await sell(film, '2026-11-02T06:00:00Z', { platformSharePercent: null }, { gatewayFee: 0 });
    const { json } = await readStatement(film);
    expect(json).toMatchObject({
      platformSharePercents: [12.5, 20],
      sold: { platformShare: 1863 + 2980 },
    });
  });

  test('of a past month does not change with tickets of another month', async () => {
    const film = await aFilm();
    const order = await sell(film, '2026-10-05T06:00:00Z');
    const before = await readStatement(film, '2026-10');
    await sell(film, '2026-11-05T06:00:00Z');
    await server.database.query(
      `update orders set payment_status = 'REFUNDED', refunded_at = '2026-11-20T00:00:00Z' where movie_order_id = $1`,
      [order.movieOrderId],
    );
    expect((await readStatement(film, '2026-10')).json).toEqual(before.json);
  });

  test('counts a return without a date in the month of the sale', async () => {
    const film = await aFilm();
    await sell(film, '2026-10-05T06:00:00Z', { paymentStatus: 'REFUNDED' });
    expect(await monthsOf(film)).toMatchObject([{ month: '2026-10', tickets: 0 }]);
  });
});

describe('a statement’s file', () => {
  test('is a CSV with a row for each day and the figures of the statement', async () => {
    const film = await aFilm({ movieName: '=HYPERLINK("https://evil.example")' });
    await sell(film, '2026-11-02T06:00:00Z', {}, { gatewayFee: 415 });
    await sell(
      film,
      '2026-11-03T06:00:00Z',
      { paymentStatus: 'REFUNDED', refundedAt: new Date('2026-11-09T06:00:00Z') },
      { gatewayFee: 415 },
    );
    const { json } = await readStatement(film);
    const { headers, text: file } = await readStatement(film, '2026-11', 'text/csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=UTF-8; header=present');
    expect(headers.get('content-disposition')).toContain(
      'filename="hyperlink_https_evil_example_statement_2026-11.csv"',
    );
    expect(headers.get('vary')).toContain('Accept');
    const rows: Record<string, string>[] = parse(file, { bom: true, columns: true });
    expect(Object.keys(rows[0]!)).toEqual(['Film', 'Month', 'Day', ...Object.values(text.lines)]);
    expect(rows.map(({ Day }) => Day)).toEqual([
      '2026-11-02',
      '2026-11-03',
      '2026-11-09',
      'Sold',
      'Returned',
      'Total',
    ]);
    expect(new Set(rows.map(({ Film: name }) => name))).toEqual(
      new Set([`'=HYPERLINK("https://evil.example")`]),
    );
    for (const [at, part] of [json.sold, json.returned, json.total].entries())
      for (const [field, label] of Object.entries(text.lines))
        expect(Number(rows[3 + at]![label])).toBe(
          field === 'tickets' ? part[field] : part[field] / 100,
        );
  });

  test('is an accessible PDF with the same figures', async () => {
    const film = await aFilm({ movieName: 'கடல்', movieNameEn: 'Kadal' });
    await sell(
      film,
      '2026-10-02T06:00:00Z',
      { discountValue: 1000, totalOrderValue: 13_900 },
      { gatewayFee: 415 },
    );
    await sell(film, '2026-10-02T06:00:00Z');
    const path = `/api/ott/statements/${film.movieId}/2026-10`;
    const options = { as: producer, headers: { accept: 'application/pdf' } };
    const { headers } = await server.get(path, options);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('கடல்_statement_2026-10.pdf')}`,
    );
    const pdf = await getDocumentProxy(await pdfOf(film, '2026-10'));
    const { text: words, totalPages } = await extractText(pdf, { mergePages: true });
    expect(totalPages).toBe(1);
    const { json } = await server.get(path, { as: producer });
    const inr = (paise: number) =>
      (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2 });
    for (const phrase of [
      'Statement',
      'October 2026',
      'கடல்',
      'Kadal',
      '20%',
      text.gstNote,
      text.estimated(1),
    ])
      expect(words.replace(/\s+/g, ' ')).toContain(phrase);
    for (const [field, label] of Object.entries(text.lines)) {
      expect(words).toContain(label);
      if (field !== 'tickets') expect(words).toContain(inr(Math.abs(json.total[field])));
    }
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'Statement October 2026, கடல்', Language: 'en-IN' });
    expect(metadata?.get('pdfuaid:part')).toBe('1');
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    for (const role of ['H1', 'P', 'Table', 'TR', 'TH', 'TD'])
      expect(tree).toContain(`"role":"${role}"`);
    expect(
      Buffer.from(await pdfOf(film, '2026-10')).equals(Buffer.from(await pdfOf(film, '2026-10'))),
    ).toBe(true);
  });

  test('uses the English name of a film if no typeface covers its name', async () => {
    const film = await aFilm({ movieName: '夏の面', movieNameEn: 'Mask of Summer' });
    await sell(film, '2026-10-02T06:00:00Z');
    const pdf = await getDocumentProxy(await pdfOf(film, '2026-10'));
    expect((await extractText(pdf, { mergePages: true })).text).toContain('Mask of Summer');
  });

  async function pdfOf({ movieId }: Film, month: string): Promise<Uint8Array> {
    const token = signUserToken(server.config.secrets.tokenSecret, producer, clock.now());
    const headers = { authorization: `Bearer ${token}`, accept: 'application/pdf' };
    const response = await server.app.request(`/api/ott/statements/${movieId}/${month}`, {
      headers,
    });
    return new Uint8Array(await response.arrayBuffer());
  }
});

// ---------- the statement against an independent calculation ----------

/** The rule of the statement in exact SQL numbers, order by order. */
const EXPECTED_SUMS = `
  with ticket as (
    select to_char((o.paid_at at time zone 'UTC') + interval '330 minutes', 'YYYY-MM') as sold_in,
      case when o.payment_status = 'REFUNDED'
        then to_char((o.refunded_at at time zone 'UTC') + interval '330 minutes', 'YYYY-MM') end as returned_in,
      (o.unit_price - o.discount_value)::numeric as taxable, o.total_tax_value::numeric as gst,
      o.total_rounded_value::numeric as received, coalesce(o.platform_share_percent, 20)::numeric / 100 as share,
      coalesce(
        (select case when a.rate is null then a.gateway_fee else floor(a.gateway_fee * a.rate::numeric + 0.5) end
          from payment_attempts a where a.movie_order_id = o.movie_order_id and a.state = 'paid'),
        floor(o.total_rounded_value * 0.0236 + 0.5))::numeric as fee
    from orders o where o.movie_id = $1 and o.payment_status in ('PAID', 'REFUNDED')
  ), line as (
    select sold_in as month, 1 as tickets, taxable, gst, received, fee, floor((taxable - fee) * share + 0.5) as platform
    from ticket
    union all
    select returned_in, -1, -taxable, -gst, -received, 0,
      floor(-fee * share + 0.5) - floor((taxable - fee) * share + 0.5)
    from ticket where returned_in is not null
  )
  select month, sum(tickets)::int as tickets, sum(taxable)::int as taxable, sum(gst)::int as gst,
    sum(received)::int as received, sum(received - taxable - gst)::int as "roundOff", sum(fee)::int as "gatewayFee",
    sum(platform)::int as "platformShare", sum(taxable - fee - platform)::int as "producerShare"
  from line group by month order by month desc`;

const aSale = fc.record({
  rate: fc.constantFrom(0, 100, 4950, 9900, 14_900, 24_999, 49_900),
  coupon: fc.constantFrom(null, 12.5, 33.33, 50, 100),
  paidAtMinute: fc.integer({ min: 0, max: 120 * 24 * 60 }),
  status: fc.constantFrom('PAID', 'PAID', 'PAID', 'REFUNDED', 'NEW', 'CANCELLED'),
  minutesToReturn: fc.integer({ min: 1, max: 40 * 24 * 60 }),
  share: fc.constantFrom(20, 20, 12.25, 0, 100, null),
  payment: fc.constantFrom('unknown', 'rupees', 'dollars'),
  fee: fc.integer({ min: 0, max: 3000 }),
});
const SALES_START_MS = Date.parse('2026-08-01T00:00:00Z');

test('every month of every film equals its orders to the paisa for any sales and returns', async () => {
  const { db, query } = server.database;
  await fc.assert(
    fc.asyncProperty(fc.array(aSale, { minLength: 1, maxLength: 60 }), async (sales) => {
      const film = await aFilm();
      const rows = await db
        .insert(orders)
        .values(
          sales.map(({ rate, coupon, paidAtMinute, status, minutesToReturn, share }, at) => {
            const price = ticketPrice(
              rate,
              coupon === null ? null : { couponType: 'PERCENTAGE', couponValue: coupon },
            );
            const paidAt = new Date(SALES_START_MS + paidAtMinute * 60_000);
            const wasPaid = status === 'PAID' || status === 'REFUNDED';
            return {
              orderNo: `P-${film.movieId}-${at}`,
              movieId: film.movieId,
              bookingStartTime: paidAt,
              bookingEndTime: paidAt,
              timezone: 'Asia/Kolkata',
              unitPrice: price.base,
              discountValue: price.discount,
              totalOrderValue: price.taxable,
              taxPercentage: 18,
              totalTaxValue: price.tax,
              totalRoundedValue: price.payable,
              currency: 'INR',
              orderDate: paidAt,
              paymentStatus: status,
              paidAt: wasPaid ? paidAt : null,
              refundedAt:
                status === 'REFUNDED'
                  ? new Date(paidAt.getTime() + minutesToReturn * 60_000)
                  : null,
              platformSharePercent: share,
            };
          }),
        )
        .returning();
      const paid = rows
        .map((row, at) => ({ row, sale: sales[at]! }))
        .filter(
          ({ row, sale }) => row.totalRoundedValue > 0 && row.paidAt && sale.payment !== 'unknown',
        );
      if (paid.length)
        await db.insert(paymentAttempts).values(
          paid.map(({ row, sale }) => ({
            movieOrderId: row.movieOrderId,
            provider: sale.payment === 'rupees' ? ('razorpay' as const) : ('paypal' as const),
            receipt: `receipt-${++receiptCount}`,
            amount: row.totalRoundedValue,
            ...(sale.payment === 'rupees'
              ? { currency: 'INR' }
              : { currency: 'USD', rate: 88.125 }),
            billTotal: row.totalRoundedValue,
            gatewayFee: sale.fee,
            state: 'paid' as const,
            createdAt: row.orderDate,
          })),
        );

      const expected = (await query(EXPECTED_SUMS, [film.movieId])).rows;
      const months = await monthsOf(film);
      expect(
        months.map(({ month, tickets, producerShare }: any) => ({ month, tickets, producerShare })),
      ).toEqual(
        expected.map(({ month, tickets, producerShare }) => ({ month, tickets, producerShare })),
      );
      for (const { month, ...sums } of expected) {
        const { json } = await readStatement(film, month as string);
        expect(json.total).toMatchObject(sums);
        for (const field of Object.keys(json.total)) {
          expect(json.sold[field] + json.returned[field]).toBe(json.total[field]);
          expect(json.days.reduce((sum: number, day: any) => sum + day.sums[field], 0)).toBe(
            json.total[field],
          );
        }
      }
    }),
    { numRuns: 40 },
  );
});
