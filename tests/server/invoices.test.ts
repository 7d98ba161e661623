import { beforeAll, describe, expect, test } from 'vitest';
import { endTicket, issueTicket } from '#server/streaming/booking/issue-ticket.ts';
import { INVOICE_POLICY } from '#server/streaming/invoices/html-style.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { aClock, aHouse, type TestHouse } from '../support/house.ts';
import { purchases } from '../support/purchase.ts';

const GSTIN = '29AABCU9603R1ZX';
const SUPPLIER = {
  SUPPLIER_GSTIN: GSTIN,
  SUPPLIER_NAME: 'Films of Bengaluru',
  SUPPLIER_ADDRESS: '1 Brigade Road | Bengaluru 560001',
};
const clock = aClock();
let house: TestHouse;
let shop: ReturnType<typeof purchases>;
beforeAll(async () => {
  house = await aHouse({ clock, settings: SUPPLIER });
  shop = purchases(house);
  await house.script({ provider: 'razorpay', webhook: 'drop', times: 1000 });
});

type Who = { userId: number };
const papers = (as: Who, orderId: number, query = '', accept = 'application/json') =>
  house.get(`/api/ott/orders/${orderId}/invoice${query}`, { as, headers: { accept } });
const bought = async (place: object, person: object = {}) => {
  const { viewer, film, order } = await shop.anOpenOrder(place, person);
  return { viewer, film, order: await shop.pay(viewer, order) };
};
const moneyBack = async (movieOrderId: number, reason: string) =>
  house.database.db.transaction(async (tx) => {
    await tx.execute(`update orders set payment_status = 'REFUNDED' where movie_order_id = ${movieOrderId}`);
    await endTicket(tx, house.deps, { movieOrderId }, clock.now(), reason);
  });

describe('the buyer’s place', () => {
  test('is asked for before paying where the house has a GSTIN', async () => {
    const { viewer, order } = await shop.anOpenOrder();
    expect(await shop.checkout(viewer, order)).toMatchObject({
      status: 422,
      json: { code: 'state_required', message: text.stateRequired, errors: [{ path: 'buyerState' }] },
    });
    const { json } = await house.put(`/api/ott/orders/${order.movieOrderId}`, {
      as: viewer,
      body: { buyerState: '33' },
    });
    expect(json).toMatchObject({ buyerState: '33', buyerCountry: null });
    expect((await shop.checkout(viewer, order)).status).toBe(201);
  });

  test('is a State of India or another country; nothing else is taken', async () => {
    const { viewer, order } = await shop.anOpenOrder();
    const put = (body: object) => house.put(`/api/ott/orders/${order.movieOrderId}`, { as: viewer, body });
    expect(await put({ buyerState: '99' })).toMatchObject({ status: 422, json: { message: text.stateUnknown } });
    expect(await put({ buyerCountry: 'ZZ' })).toMatchObject({ status: 422, json: { message: text.countryUnknown } });
    expect((await put({ buyerCountry: 'DE', buyerState: '33' })).json).toMatchObject({
      buyerState: null,
      buyerCountry: 'DE',
    });
    expect((await put({ buyerCountry: 'IN', buyerState: '33' })).json).toMatchObject({
      buyerState: '33',
      buyerCountry: null,
    });
  });

  test('is offered again from the last order, else from the profile’s place', async () => {
    const film = await house.aFilm();
    const placeOf = async (as: Who) => (await house.get(`/api/ott/movies/${film.movieId}`, { as })).json.buyerPlace;
    expect(await placeOf(await house.aViewer())).toBeNull();
    const viewer = await house.aViewer({ placeName: 'Madurai, Tamil Nadu, India' });
    expect(await placeOf(viewer)).toEqual({ buyerState: '33', buyerCountry: null });
    await shop.book(viewer, film.movieId, { buyerState: '32' });
    expect(await placeOf(viewer)).toEqual({ buyerState: '32', buyerCountry: null });
  });

  test('is not asked for in the sample house of a laptop, whose invoices take its own', async () => {
    const laptop = await aHouse({ clock });
    const till = purchases(laptop);
    const { viewer, order } = await till.anOpenOrder();
    const paid = await till.pay(viewer, order);
    const { json } = await laptop.get(`/api/ott/orders/${paid.movieOrderId}/invoice`, { as: viewer });
    expect(json).toMatchObject({ invoiceNo: 'T2627/0000001', placeOfSupply: '33-Tamil Nadu', supply: 'state' });
  });
});

describe('an invoice', () => {
  test('comes with the ticket, and halves the tax within the house’s State', async () => {
    const { viewer, order } = await bought({ buyerState: '29' }, { lastName: 'Rao' });
    expect(order.invoiceNo).toMatch(/^T2627\/\d{7}$/);
    const { status, json } = await papers(viewer, order.movieOrderId);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      kind: 'invoice',
      invoiceNo: order.invoiceNo,
      date: '2026-11-21',
      orderNo: order.orderNo,
      supplier: {
        name: 'Films of Bengaluru',
        address: ['1 Brigade Road', 'Bengaluru 560001'],
        gstin: GSTIN,
        stateCode: '29',
      },
      recipient: { name: 'Meena Rao', stateCode: '29' },
      placeOfSupply: '29-Karnataka',
      cgst: 1341,
      sgst: 1341,
      igst: 0,
      total: 17600,
      payment: { mode: 'UPI', ref: order.paymentTransactionNo, charged: null },
    });
  });

  test.each([
    ['another State', { buyerState: '27' }, { supply: 'inter-state', igst: 2682, placeOfSupply: '27-Maharashtra' }],
    ['another country', { buyerCountry: 'DE' }, { supply: 'export', igst: 2682, recipient: { country: 'Germany' } }],
  ])('for %s bears IGST', async (_, place, expected) => {
    const { viewer, order } = await bought(place);
    expect((await papers(viewer, order.movieOrderId)).json).toMatchObject(expected);
  });

  test('is a page, a PDF or JSON, as it is asked for', async () => {
    const { viewer, order } = await bought({ buyerState: '29' });
    const file = order.invoiceNo.replace('/', '-');
    const page = await papers(viewer, order.movieOrderId, '', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toBe(INVOICE_POLICY);
    expect(page.headers.get('content-disposition')).toBe(`inline; filename="invoice-${file}.html"`);
    expect(page.text).toContain(order.invoiceNo);
    const pdf = await papers(viewer, order.movieOrderId, '', 'application/pdf');
    expect(pdf.headers.get('content-disposition')).toBe(`inline; filename="invoice-${file}.pdf"`);
    expect(pdf.text.startsWith('%PDF-')).toBe(true);
    const json = await papers(viewer, order.movieOrderId, '', '*/*');
    expect(json.headers.get('content-type')).toMatch(/^application\/json/);
    for (const { headers } of [page, pdf, json]) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toContain('Accept');
    }
  });

  test('is for its owner, and for a ticket that was paid', async () => {
    const { order } = await bought({ buyerState: '29' });
    const stranger = await house.aViewer();
    expect(await papers(stranger, order.movieOrderId)).toMatchObject({
      status: 404,
      json: { code: 'order_not_found' },
    });
    const open = await shop.anOpenOrder({ buyerState: '29' });
    expect(await papers(open.viewer, open.order.movieOrderId)).toMatchObject({
      status: 404,
      json: { code: 'invoice_not_found' },
    });
  });

  test('is taken back by a credit note of its own series, once', async () => {
    const { viewer, order } = await bought({ buyerState: '29' });
    expect((await papers(viewer, order.movieOrderId, '?kind=credit-note')).status).toBe(404);
    await moneyBack(order.movieOrderId, 'The film was withdrawn');
    await moneyBack(order.movieOrderId, 'Again');
    const { json } = await papers(viewer, order.movieOrderId, '?kind=credit-note');
    expect(json).toMatchObject({
      kind: 'credit-note',
      invoiceNo: 'C2627/0000001',
      against: { invoiceNo: order.invoiceNo, date: '2026-11-21', reason: 'The film was withdrawn' },
      total: 17600,
    });
    expect((await papers(viewer, order.movieOrderId)).json.invoiceNo).toBe(order.invoiceNo);
  });

  test('stays with its number when the person leaves, under no order of theirs', async () => {
    const { viewer, order } = await bought({ buyerState: '29' }, { lastName: 'Leaver' });
    const exported = (await house.get('/api/auth/me/export', { as: viewer })).json;
    expect(exported.papers).toMatchObject([{ movieOrderId: order.movieOrderId, document: { total: 17600 } }]);
    await house.delete('/api/auth/me', { as: viewer });
    const { rows } = await house.database.query(
      'select document, user_id, buyer_state from invoices join orders using (movie_order_id) where invoice_no = $1',
      [order.invoiceNo],
    );
    expect(rows).toMatchObject([
      { user_id: null, buyer_state: '29', document: { recipient: { name: 'Meena Leaver', stateCode: '29' } } },
    ]);
  });
});

test('a ticket that cost nothing has a confirmation, and takes no number', async () => {
  const { couponCode } = await house.aCoupon({ couponValue: 100 });
  const last = async () =>
    (await house.database.query(`select last_number from invoice_series where series = 'T2627'`)).rows[0];
  const before = await last();
  const { viewer, order } = await shop.anOpenOrder({ couponCode });
  const { json: ticket } = await shop.confirmFree(viewer, order);
  expect(ticket.invoiceNo).toBe(order.orderNo);
  expect((await papers(viewer, order.movieOrderId)).json).toMatchObject({
    kind: 'confirmation',
    total: 0,
    supply: null,
  });
  expect(await last()).toEqual(before);
});

test('a house with a letter of undertaking sells abroad without tax', async () => {
  const exporter = await aHouse({ clock, settings: { ...SUPPLIER, SUPPLIER_LUT: 'true' } });
  const till = purchases(exporter);
  const { viewer, order } = await till.anOpenOrder({ buyerCountry: 'US' });
  expect(order).toMatchObject({ taxPercentage: 0, totalTaxValue: 0, totalRoundedValue: 149 });
  const paid = await till.pay(viewer, order);
  const { json } = await exporter.get(`/api/ott/orders/${paid.movieOrderId}/invoice`, { as: viewer });
  expect(json).toMatchObject({ supply: 'export-under-lut', igst: 0, total: 14900, roundOff: 0 });
});

test('a number that was taken by what did not come to be is given to the next', async () => {
  const { viewer, order } = await shop.anOpenOrder({ buyerState: '29' });
  const failed = house.database.db.transaction(async (tx) => {
    await issueTicket(tx, house.deps, order, clock.now());
    throw new RangeError('the disk is full');
  });
  await expect(failed).rejects.toThrow('the disk is full');
  const count = async () =>
    (
      await house.database.query(
        `select last_number::int as last, (select count(*)::int from invoices where kind = 'invoice') as papers
          from invoice_series where series = 'T2627'`,
      )
    ).rows[0] as { last: number; papers: number };
  expect((await shop.pay(viewer, order)).invoiceNo).toMatch(/^T2627/);
  const { last, papers } = await count();
  expect(last).toBe(papers);
});

test(
  'two hundred purchases at once make two hundred invoices, none missing and none twice',
  { tags: ['deep'], timeout: 300_000 },
  async () => {
    const busy = await aHouse({ clock });
    const till = purchases(busy);
    await busy.script({ provider: 'razorpay', webhook: 'drop', times: 1000 });
    const film = await busy.aFilm();
    const started = performance.now();
    const tickets = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const viewer = await busy.aViewer();
        const { json } = await till.book(viewer, film.movieId);
        return till.pay(viewer, json);
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    expect(tickets.map(({ paymentStatus }) => paymentStatus)).toEqual(Array.from({ length: 200 }, () => 'PAID'));
    const numbers = tickets.map(({ invoiceNo }) => Number(invoiceNo.split('/')[1])).toSorted((one, two) => one - two);
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    process.stdout.write(`200 purchases in ${seconds.toFixed(1)} s, ${(200 / seconds).toFixed(1)} a second\n`);
  },
);
