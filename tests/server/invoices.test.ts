/** @module-tag dates */
import { beforeAll, describe, expect, test } from 'vitest';
import { cinemaDay, invoiceSeriesAt } from '#domain/fiscal-year.ts';
import {
  issueRefundDocuments,
  issueSaleDocuments,
} from '#server/streaming/booking/issue-documents.ts';
import { INVOICE_CSP } from '#server/streaming/invoices/html-style.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { toWire } from '#domain/dates.ts';
import { showOrder } from '#server/streaming/booking/support/find-orders.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';

const GSTIN = '29AABCU9603R1ZX';
const SUPPLIER = {
  SUPPLIER_GSTIN: GSTIN,
  SUPPLIER_NAME: 'Films of Bengaluru',
  SUPPLIER_ADDRESS: '1 Brigade Road | Bengaluru 560001',
};
const clock = aClock();
const SERIES = invoiceSeriesAt('T', clock.now());
let server: TestServer;
let purchase: ReturnType<typeof purchaseSteps>;
beforeAll(async () => {
  server = await aServer({ clock, settings: SUPPLIER });
  purchase = purchaseSteps(server);
  await server.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 1000 });
});

type Person = { userId: number };
const requestInvoice = (as: Person, orderId: number, query = '', accept = 'application/json') =>
  server.get(`/api/ott/orders/${orderId}/invoice${query}`, { as, headers: { accept } });
const aTicket = async (place: object, person: object = {}) => {
  const { viewer, film, order } = await purchase.anUnpaidOrder(place, person);
  return { viewer, film, order: await purchase.pay(viewer, order) };
};
const refundTicket = async (movieOrderId: number, reason: string) =>
  server.database.db.transaction(async (tx) => {
    await tx.execute(
      `update orders set payment_status = 'REFUNDED' where movie_order_id = ${movieOrderId}`,
    );
    await issueRefundDocuments(tx, {
      orderRef: { movieOrderId },
      now: clock.now(),
      reason,
    });
  });

describe('the buyer’s place', () => {
  test('is required before the payment if SUPPLIER_GSTIN is set', async () => {
    const { viewer, order } = await purchase.anUnpaidOrder();
    expect(await purchase.checkout(viewer, order)).toMatchObject({
      status: 422,
      json: {
        code: 'state_required',
        message: text.stateRequired,
        errors: [{ path: 'buyerState' }],
      },
    });
    const { json } = await server.put(`/api/ott/orders/${order.movieOrderId}`, {
      as: viewer,
      body: { buyerState: '33' },
    });
    expect(json).toMatchObject({ buyerState: '33', buyerCountry: null });
    expect((await purchase.checkout(viewer, order)).status).toBe(201);
  });

  test('is a State of India or another country', async () => {
    const { viewer, order } = await purchase.anUnpaidOrder();
    const put = (body: object) =>
      server.put(`/api/ott/orders/${order.movieOrderId}`, { as: viewer, body });
    expect(await put({ buyerState: '99' })).toMatchObject({
      status: 422,
      json: { message: text.stateUnknown },
    });
    expect(await put({ buyerCountry: 'ZZ' })).toMatchObject({
      status: 422,
      json: { message: text.countryUnknown },
    });
    expect((await put({ buyerCountry: 'DE', buyerState: '33' })).json).toMatchObject({
      buyerState: null,
      buyerCountry: 'DE',
    });
    expect((await put({ buyerCountry: 'IN', buyerState: '33' })).json).toMatchObject({
      buyerState: '33',
      buyerCountry: null,
    });
  });

  test('is suggested from the last order, else from the profile’s place', async () => {
    const film = await server.aFilm();
    const placeOf = async (as: Person) =>
      (await server.get(`/api/ott/movies/${film.movieId}`, { as })).json.buyerPlace;
    expect(await placeOf(await server.aViewer())).toBeNull();
    const viewer = await server.aViewer({ placeName: 'Madurai, Tamil Nadu, India' });
    expect(await placeOf(viewer)).toEqual({ buyerState: '33', buyerCountry: null });
    await purchase.book(viewer, film.movieId, { buyerState: '32' });
    expect(await placeOf(viewer)).toEqual({ buyerState: '32', buyerCountry: null });
  });

  test('is not required for the sample seller (SUPPLIER_GSTIN is not set), whose invoices use the seller’s State', async () => {
    const sampleServer = await aServer({ clock });
    const purchases = purchaseSteps(sampleServer);
    const { viewer, order } = await purchases.anUnpaidOrder();
    const paid = await purchases.pay(viewer, order);
    const { json } = await sampleServer.get(`/api/ott/orders/${paid.movieOrderId}/invoice`, {
      as: viewer,
    });
    expect(json).toMatchObject({
      invoiceNo: `${SERIES}/0000001`,
      placeOfSupply: '33-Tamil Nadu',
      supply: 'state',
    });
  });
});

describe('an invoice', () => {
  test('is issued with the ticket, and splits the tax within the seller’s State', async () => {
    const { viewer, order } = await aTicket({ buyerState: '29' }, { lastName: 'Rao' });
    expect(order.invoiceNo).toMatch(new RegExp(`^${SERIES}/\\d{7}$`));
    const { status, json } = await requestInvoice(viewer, order.movieOrderId);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      kind: 'invoice',
      invoiceNo: order.invoiceNo,
      date: cinemaDay(clock.now()),
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
    [
      'another State',
      { buyerState: '27' },
      { supply: 'inter-state', igst: 2682, placeOfSupply: '27-Maharashtra' },
    ],
    [
      'another country',
      { buyerCountry: 'DE' },
      { supply: 'export', igst: 2682, recipient: { country: 'Germany' } },
    ],
  ])('for %s bears IGST', async (_, place, expected) => {
    const { viewer, order } = await aTicket(place);
    expect((await requestInvoice(viewer, order.movieOrderId)).json).toMatchObject(expected);
  });

  test('is HTML, PDF or JSON, depending on the Accept header', async () => {
    const { viewer, order } = await aTicket({ buyerState: '29' });
    const file = order.invoiceNo.replace('/', '-');
    const page = await requestInvoice(
      viewer,
      order.movieOrderId,
      '',
      'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    );
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toBe(INVOICE_CSP);
    expect(page.headers.get('content-disposition')).toBe(`inline; filename="invoice-${file}.html"`);
    expect(page.text).toContain(order.invoiceNo);
    const pdf = await requestInvoice(viewer, order.movieOrderId, '', 'application/pdf');
    expect(pdf.headers.get('content-disposition')).toBe(`inline; filename="invoice-${file}.pdf"`);
    expect(pdf.text.startsWith('%PDF-')).toBe(true);
    const json = await requestInvoice(viewer, order.movieOrderId, '', '*/*');
    expect(json.headers.get('content-type')).toMatch(/^application\/json/);
    for (const { headers } of [page, pdf, json]) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('vary')).toContain('Accept');
    }
  });

  test('is available only to its owner and only for a paid ticket', async () => {
    const { order } = await aTicket({ buyerState: '29' });
    const stranger = await server.aViewer();
    expect(await requestInvoice(stranger, order.movieOrderId)).toMatchObject({
      status: 404,
      json: { code: 'order_not_found' },
    });
    const open = await purchase.anUnpaidOrder({ buyerState: '29' });
    expect(await requestInvoice(open.viewer, open.order.movieOrderId)).toMatchObject({
      status: 404,
      json: { code: 'invoice_not_found' },
    });
  });

  test('is cancelled once by a credit note of a separate series', async () => {
    const { viewer, order } = await aTicket({ buyerState: '29' });
    expect((await requestInvoice(viewer, order.movieOrderId, '?kind=credit-note')).status).toBe(
      404,
    );
    await refundTicket(order.movieOrderId, 'The film was withdrawn');
    await refundTicket(order.movieOrderId, 'Again');
    const { json } = await requestInvoice(viewer, order.movieOrderId, '?kind=credit-note');
    expect(json).toMatchObject({
      kind: 'credit-note',
      invoiceNo: `${invoiceSeriesAt('C', clock.now())}/0000001`,
      against: {
        invoiceNo: order.invoiceNo,
        date: cinemaDay(clock.now()),
        reason: 'The film was withdrawn',
      },
      total: 17600,
    });
    expect((await requestInvoice(viewer, order.movieOrderId)).json.invoiceNo).toBe(order.invoiceNo);
  });

  test('stays with its number and name when the account is deleted; its order no longer names the account', async () => {
    const { viewer, order } = await aTicket({ buyerState: '29' }, { lastName: 'Leaver' });
    const exported = (await server.get('/api/auth/me/export', { as: viewer })).json;
    expect(exported.taxDocuments).toMatchObject([
      { movieOrderId: order.movieOrderId, document: { total: 17600 } },
    ]);
    await server.delete('/api/auth/me', { as: viewer });
    const { rows } = await server.database.query(
      'select document, user_id, buyer_state from invoices join orders using (movie_order_id) where invoice_no = $1',
      [order.invoiceNo],
    );
    expect(rows).toMatchObject([
      {
        user_id: null,
        buyer_state: '29',
        document: { recipient: { name: 'Meena Leaver', stateCode: '29' } },
      },
    ]);
  });
});

test('a free ticket has a confirmation, and uses no number of the series', async () => {
  const { couponCode } = await server.aCoupon({ couponValue: 100 });
  const readLastNumber = async () =>
    (
      await server.database.query(
        `select last_number from invoice_series where series = '${SERIES}'`,
      )
    ).rows[0];
  const before = await readLastNumber();
  const { viewer, order } = await purchase.anUnpaidOrder({ couponCode });
  const { json: ticket } = await purchase.confirmFree(viewer, order);
  expect(ticket.invoiceNo).toBe(order.orderNo);
  expect((await requestInvoice(viewer, order.movieOrderId)).json).toMatchObject({
    kind: 'confirmation',
    total: 0,
    supply: null,
  });
  expect(await readLastNumber()).toEqual(before);
});

describe('a seller with a letter of undertaking', () => {
  const anExporter = async () => {
    const exporter = await aServer({
      clock,
      settings: { ...SUPPLIER, SUPPLIER_LUT: 'true', TRUST_PROXY: 'true' },
    });
    const purchases = purchaseSteps(exporter);
    const invoiceOf = async (as: { userId: number }, { movieOrderId }: { movieOrderId: number }) =>
      (await exporter.get(`/api/ott/orders/${movieOrderId}/invoice`, { as })).json;
    const payInDollars = async (
      as: { userId: number },
      { movieOrderId }: { movieOrderId: number },
    ) => {
      const path = `/api/ott/orders/${movieOrderId}`;
      const { json } = await exporter.post(`${path}/checkout`, {
        as,
        body: { provider: 'paypal' },
      });
      const approve = () =>
        exporter.post('/sandbox/paypal/approve', { body: { order_id: json.order_id } });
      const report = async () => {
        const body = { paymentStatus: 'PAID', paypal_order_id: json.order_id };
        return (await exporter.put(`${path}/payment`, { as, body })).json;
      };
      return { checkout: json, approve, report };
    };
    return { exporter, purchases, invoiceOf, payInDollars };
  };
  const TAXED = { taxPercentage: 18, totalTaxValue: 26.82, totalRoundedValue: 176 };
  const UNTAXED = { taxPercentage: 0, totalTaxValue: 0, totalRoundedValue: 149 };

  test('sells without tax to a buyer abroad who pays in another currency', async () => {
    const { purchases, invoiceOf, payInDollars } = await anExporter();
    const { viewer, order } = await purchases.anUnpaidOrder({ buyerCountry: 'US' });
    expect(order).toMatchObject(TAXED);
    const payment = await payInDollars(viewer, order);
    // 149 / 88
    expect(payment.checkout).toMatchObject({ currency: 'USD', amount: '1.69' });
    await payment.approve();
    expect(await payment.report()).toMatchObject({ paymentStatus: 'PAID', ...UNTAXED });
    expect(await invoiceOf(viewer, order)).toMatchObject({
      supply: 'export-under-lut',
      igst: 0,
      total: 14900,
    });
  });

  test('taxes a payment in rupees, whatever country the buyer names', async () => {
    const { purchases, invoiceOf } = await anExporter();
    const { viewer, order } = await purchases.anUnpaidOrder({ buyerCountry: 'US' });
    expect((await purchases.checkout(viewer, order)).json.amount).toBe(17600);
    expect(await purchases.pay(viewer, order)).toMatchObject({ paymentStatus: 'PAID', ...TAXED });
    expect(await invoiceOf(viewer, order)).toMatchObject({
      supply: 'export',
      igst: 2682,
      total: 17600,
    });
  });

  test('keeps the price of each payment when the buyer starts both', async () => {
    const { purchases, payInDollars } = await anExporter();
    const { viewer, order } = await purchases.anUnpaidOrder({ buyerCountry: 'US' });
    const payment = await payInDollars(viewer, order);
    await purchases.checkout(viewer, order);
    await payment.approve();
    expect(await payment.report()).toMatchObject({ paymentStatus: 'PAID', ...UNTAXED });
  });

  test('opens no ticket for dollars without tax of a buyer who then names a State', async () => {
    const { exporter, purchases, payInDollars } = await anExporter();
    const { viewer, order } = await purchases.anUnpaidOrder({ buyerCountry: 'US' });
    const payment = await payInDollars(viewer, order);
    const path = `/api/ott/orders/${order.movieOrderId}`;
    await exporter.put(path, { as: viewer, body: { buyerState: '29' } });
    await payment.approve();
    expect((await payment.report()).paymentStatus).not.toBe('PAID');
  });

  test('keeps what the buyer names apart from what the address says', async () => {
    const { exporter } = await anExporter();
    const film = await exporter.aFilm();
    const { json } = await exporter.post(`/api/ott/movies/${film.movieId}/orders`, {
      as: await exporter.aViewer(),
      body: { bookingStartTime: toWire(clock.now()), timezone: 'Asia/Kolkata', buyerCountry: 'US' },
      headers: { 'X-Forwarded-For': '49.205.0.1' },
    });
    expect(json.orderCountry).toBe('US');
    expect(await showOrder(exporter.deps, json.orderNo)).toMatchObject({
      orderCountry: 'US',
      addressCountry: 'IN',
    });
  });
});

test('the number of a rolled-back invoice is used for the next invoice', async () => {
  const { viewer, order } = await purchase.anUnpaidOrder({ buyerState: '29' });
  const failed = server.database.db.transaction(async (tx) => {
    await issueSaleDocuments(tx, { deps: server.deps, orderRef: order, now: clock.now() });
    throw new RangeError('the disk is full');
  });
  await expect(failed).rejects.toThrow('the disk is full');
  const readCounts = async () =>
    (
      await server.database.query(
        `select last_number::int as last, (select count(*)::int from invoices where kind = 'invoice') as invoices
          from invoice_series where series = '${SERIES}'`,
      )
    ).rows[0] as { last: number; invoices: number };
  expect((await purchase.pay(viewer, order)).invoiceNo).toMatch(new RegExp(`^${SERIES}`));
  const { last, invoices } = await readCounts();
  expect(last).toBe(invoices);
});

test(
  'two hundred concurrent purchases create two hundred consecutive invoice numbers',
  { tags: ['deep'], timeout: 300_000 },
  async () => {
    const otherServer = await aServer({ clock });
    const purchases = purchaseSteps(otherServer);
    await otherServer.scriptSandbox({ provider: 'razorpay', webhook: 'drop', times: 1000 });
    const film = await otherServer.aFilm();
    const started = performance.now();
    const tickets = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const viewer = await otherServer.aViewer();
        const { json } = await purchases.book(viewer, film.movieId);
        return purchases.pay(viewer, json);
      }),
    );
    const seconds = (performance.now() - started) / 1000;
    expect(tickets.map(({ paymentStatus }) => paymentStatus)).toEqual(
      Array.from({ length: 200 }, () => 'PAID'),
    );
    const numbers = tickets
      .map(({ invoiceNo }) => Number(invoiceNo.split('/')[1]))
      .toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    process.stdout.write(
      `200 purchases in ${seconds.toFixed(1)} s, ${(200 / seconds).toFixed(1)} a second\n`,
    );
  },
);
