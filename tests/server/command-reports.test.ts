import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from '../support/fast-check.ts';
import { beforeAll, expect, test } from 'vitest';
import { cinemaDay } from '#domain/fiscal-year.ts';
import { HOUR } from '#domain/limits/durations.ts';
import type { Db } from '#server/db/database.ts';
import { producerMessages } from '#messages/producer.ts';
import { sendTicketMails } from '#server/streaming/booking/mails/send.ts';
import { insertInvoice } from '#server/streaming/invoices/queries.ts';
import { buildCreditNote, buildTaxInvoice } from '#server/streaming/invoices/build-invoice.ts';
import { ticketPrice, toPaise } from '#domain/pricing.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { PRODUCER } from '../support/access-fixture.ts';
import { aChannel } from '../support/channels.ts';
import { aSale } from '../support/sale.ts';
import { NOON } from '../support/test-now.ts';

let server: TestServer;
let commands: ReturnType<typeof aCommandRunner>;
beforeAll(async () => {
  server = await aServer({ clock: aClock(NOON) });
  commands = aCommandRunner(server);
});

test('the report of a day has orders, sales, refunds, sign-ups and plays', async () => {
  const purchase = purchaseSteps(server);
  await server.aCoupon({ couponCode: 'HALF', couponValue: 50 });
  await server.aCoupon({ couponCode: 'WHOLE', couponValue: 100 });
  const sold = await purchase.anUnpaidOrder({ buyerState: '33' });
  await purchase.pay(sold.viewer, sold.order);
  const half = await purchase.anUnpaidOrder({ buyerState: '29', couponCode: 'HALF' });
  const { orderNo } = await purchase.pay(half.viewer, half.order);
  const free = await purchase.anUnpaidOrder({ couponCode: 'WHOLE' });
  await purchase.confirmFree(free.viewer, free.order);
  await purchase.anUnpaidOrder();
  await commands.cinema(['order', 'refund', orderNo, '--reason', 'x']);
  await server.database.query(
    `insert into movie_plays (movie_id, user_id, play_start_time) select movie_id, user_id, $1 from orders where movie_order_id in ($2, $3)`,
    [server.clock.now(), sold.order.movieOrderId, free.order.movieOrderId],
  );
  // Orders of the previous and the next day in India must not count.
  for (const hours of [-12.1, 17.5])
    await server.anOrder(sold.viewer, await server.aFilm(), {
      paidAt: new Date(server.clock.now().getTime() + hours * HOUR),
      orderDate: new Date(server.clock.now().getTime() + hours * HOUR),
    });
  await server.aFee(sold.viewer, { paymentStatus: 'PAID', paidAt: server.clock.now() });
  await server.aFee(sold.viewer);
  await server.database.query(`update users set created_on = $1`, [server.clock.now()]);
  const userCount = Number(
    (await server.database.query('select count(*) as n from users')).rows[0]!['n'],
  );

  expect(await commands.cinemaJson('report day')).toEqual({
    day: '2026-11-21',
    ordersBegun: 4,
    ordersCancelled: 0,
    ordersOpen: 1,
    ticketsPaid: 2,
    ticketsFree: 1,
    price: 447,
    discount: 223.5,
    gst: 40.23,
    received: 264,
    ticketsRefunded: 1,
    partRefunds: 0,
    refunded: 88,
    paymentsReturnedWithoutTicket: 0,
    net: 176,
    feesPaid: 1,
    fees: 500,
    feesRefunded: 0,
    signUps: userCount,
    plays: 2,
    viewers: 2,
  });
  expect(await commands.cinemaJson('report day 2026-11-19')).toMatchObject({
    ordersBegun: 0,
    received: 0,
    net: 0,
  });
  expect((await commands.cinema('report day 2026-11-21')).out).toMatch(
    /^Received − refunded \(₹\) +176$/m,
  );
});

test('imported orders and refunds count on their days, in every report alike', async () => {
  const server = await aServer({ clock: aClock() });
  const commands = aCommandRunner(server);
  const producer = await server.aViewer({ roles: [PRODUCER] });
  const film = await server.aFilm({ importRef: 'rain-town', ticketRate: 199 });
  await aChannel(server, { ownerId: producer.userId }, [film]);
  await server.aViewer({ importRef: 'asha' });
  const order = { movie: 'rain-town', user: 'asha', couponCode: null, unitPrice: 100 };
  const dated = (date: string, more: object) => ({
    ...order,
    orderDate: date,
    bookingStartTime: date,
    ...more,
  });
  const file = join(mkdtempSync(join(tmpdir(), 'matinee-orders-')), 'orders.json');
  const orders = [
    dated('2026-09-10', { paymentStatus: 'REFUNDED', refundDate: '2026-09-12 23:30' }),
    dated('2026-09-11', { paymentStatus: 'REFUNDED' }),
    dated('2026-09-13', { paymentStatus: 'PAID', paymentDate: '2026-09-14' }),
  ];
  writeFileSync(file, JSON.stringify({ orders }));
  const { out, err } = await commands.cinema(`import ${file}`);
  expect(out + err).toContain('One refunded order has no refundDate');

  const sales = await commands.cinemaJson('report sales --from 2026-09-01 --to 2026-09-30');
  const byDay = (sales.rows as Record<string, number | string>[]).map((row) => [
    row['day'],
    row['gross'],
    row['refunded'],
  ]);
  expect(byDay).toEqual([
    ['2026-09-10', 118, 0],
    ['2026-09-11', 118, 118],
    ['2026-09-12', 0, 118],
    ['2026-09-13', 0, 0],
    ['2026-09-14', 118, 0],
  ]);
  expect(sales.total).toMatchObject({
    tickets: 3,
    gross: 354,
    tax: 54,
    refunds: 2,
    refunded: 236,
    net: 118,
  });
  const { total } = (
    await server.get(`/api/ott/statements/${film.movieId}/2026-09`, { as: producer })
  ).json;
  expect(total).toMatchObject({ tickets: 1, gst: 1800, received: 11_800 });
  expect(await commands.cinemaJson('report day 2026-09-12')).toMatchObject({
    refunded: 118,
    ticketsRefunded: 1,
    net: -118,
  });
  expect((await commands.cinemaJson('report gst 2026-09')).rows).toEqual([]);
});

test('order, mail, invoice, statement, CSV and all reports have one tax figure', async () => {
  const server = await aServer({ clock: aClock(NOON) });
  const commands = aCommandRunner(server);
  const purchase = purchaseSteps(server);
  const producer = await server.aViewer({ roles: [PRODUCER] });
  const today = cinemaDay(server.clock.now());
  const month = today.slice(0, 7);
  // The place of the seller, so that the tax is split. 9 % of these prices, or of half of them, ends in half a paisa.
  const buyerState = '33';
  await server.aCoupon({ couponCode: 'HALF', couponValue: 50 });
  for (const [ticketRate, couponCode, tax] of [
    [123.5, '', 22.23],
    [149, 'HALF', 13.41],
    [1999.5, '', 359.91],
  ] as const) {
    const film = await server.aFilm({ ticketRate });
    await aChannel(server, { ownerId: producer.userId }, [film]);
    const emailId = `viewer${ticketRate}@mail.example`;
    const { viewer, order: unpaid } = await purchase.anUnpaidOrder(
      { buyerState, couponCode },
      { emailId },
      film,
    );
    const { movieOrderId, totalTaxValue } = await purchase.pay(viewer, unpaid);
    await sendTicketMails(server.deps);
    const [mail] = (await server.get(`/sandbox/inbox.json?to=${emailId}`)).json;
    const invoice = (
      await server.get(`/api/ott/orders/${movieOrderId}/invoice`, {
        as: viewer,
        headers: { accept: 'application/json' },
      })
    ).json;
    const csv = await server.get(`/api/ott/movieorders/${film.movieId}`, {
      as: producer,
      headers: { accept: 'text/csv' },
    });
    const [row] = parse(csv.text, { columns: true, bom: true }) as Record<string, string>[];
    const sales = await commands.cinemaJson(
      `report sales --from ${today} --to ${today} --film ${film.movieKey}`,
    );
    const statement = await server.get(`/api/ott/statements/${film.movieId}/${month}`, {
      as: producer,
    });
    expect({
      order: totalTaxValue,
      mail: Number(/GST.*?₹([\d.]+)/.exec(mail.text)?.[1]),
      invoice: (invoice.cgst + invoice.sgst) / 100,
      csv: Number(row![producerMessages.columns.totalTaxValue]),
      sales: sales.total.tax,
      statement: statement.json.total.gst / 100,
    }).toEqual({ order: tax, mail: tax, invoice: tax, csv: tax, sales: tax, statement: tax });
  }
  const day = await commands.cinemaJson(`report day ${today}`);
  const { net } = await commands.cinemaJson(`report gst ${month}`);
  expect(day.gst).toBe(395.55);
  expect(net.cgst + net.sgst).toBeCloseTo(395.55, 6);
});

test(
  'the GST report of a month equals its documents, to the paisa',
  { timeout: 60_000 },
  async () => {
    const server = await aServer({ clock: aClock(NOON) });
    const commands = aCommandRunner(server);
    const viewer = await server.aViewer();
    const film = await server.aFilm();
    const db = server.database.db as Db;
    let uniqueNumber = 0;
    const month = () =>
      `20${String(30 + (Math.floor(uniqueNumber / 12) % 60)).padStart(2, '0')}-${String((uniqueNumber % 12) + 1).padStart(2, '0')}`;
    const place = fc.oneof(
      fc.constantFrom('33', '29', '04', '27').map((stateCode) => ({ stateCode })),
      fc.constantFrom('US', 'AE').map((country) => ({ country })),
    );
    const sale = fc.record({
      unitPrice: fc.integer({ min: 1, max: 10_000_000 }),
      place,
      isReturned: fc.boolean(),
      isOfMonth: fc.boolean(),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 8 }), async (sales) => {
        const wanted = month();
        uniqueNumber++;
        const expected = { taxable: 0, tax: 0, total: 0, roundOff: 0, invoices: 0, notes: 0 };
        for (const { unitPrice, place, isReturned, isOfMonth } of sales) {
          const issuedAt = isOfMonth
            ? new Date(`${wanted}-28T18:00:00Z`)
            : new Date('2025-05-05T00:00:00Z');
          const { taxable, tax, payable } = ticketPrice(unitPrice);
          if (payable === 0) continue;
          const { movieOrderId } = await server.anOrder(viewer, film, {
            paymentStatus: 'CANCELLED',
          });
          const invoice = buildTaxInvoice(
            aSale({
              issuedAt,
              buyer: { name: 'A', place },
              unitPrice,
              totalOrderValue: taxable,
              totalTaxValue: tax,
              totalRoundedValue: payable,
            }),
            `T/${String(++uniqueNumber).padStart(7, '0')}`,
          );
          await insertInvoice({ tx: db, movieOrderId, document: invoice, issuedAt });
          if (isReturned)
            await insertInvoice({
              tx: db,
              movieOrderId,
              document: buildCreditNote(
                invoice,
                { issuedAt, reason: 'x', payment: null, valueBefore: 0, valueAfter: invoice.total },
                `C/${String(uniqueNumber).padStart(7, '0')}`,
              ),
              issuedAt,
            });
          if (!isOfMonth) continue;
          expected.invoices++;
          if (isReturned) expected.notes++;
          else {
            expected.taxable += taxable;
            expected.total += payable;
            expected.tax += tax;
            expected.roundOff += invoice.roundOff;
          }
        }
        const found = await commands.cinemaJson(`report gst ${wanted}`);
        const { net } = found;
        expect([
          toPaise(net.taxable),
          toPaise(net.cgst + net.sgst + net.utgst + net.igst),
          toPaise(net.roundOff),
          toPaise(net.total),
        ]).toEqual([expected.taxable, expected.tax, expected.roundOff, expected.total]);
        expect([found.invoices.count, found.creditNotes.count]).toEqual([
          expected.invoices,
          expected.notes,
        ]);

        const { out } = await commands.cinema(`report gst ${wanted} --csv`);
        const lines: Record<string, string>[] = parse(out, { columns: true });
        const paise = (name: string, kind: string) =>
          lines
            .filter(({ document }) => document === kind)
            .reduce((sum, line) => sum + Math.round(Number(line[name]) * 100), 0);
        for (const name of ['taxable', 'cgst', 'sgst', 'utgst', 'igst', 'roundOff', 'total']) {
          expect(lines.every((line) => /^-?\d+\.\d\d$/.test(line[name]!))).toBe(true);
          expect(paise(name, 'invoice') - paise(name, 'credit-note'), name).toBe(
            toPaise(net[name]),
          );
        }
      }),
      { numRuns: 40 },
    );
  },
);

test('the GST report prints places of supply, rates and document numbers as a table', async () => {
  const { out, code } = await commands.cinema('report gst 2026-11');
  expect(code).toBe(0);
  expect(out).toMatch(/^document +place of supply +supply +rate % +count +taxable ₹/);
  expect(out).toMatch(/^invoice +29-Karnataka +\S+ +18 +1 +74\.50 /m);
  expect(out).toMatch(/^credit-note +29-Karnataka/m);
  expect(out).toMatch(/^net .* 176\.00$/m);
  expect(out).toMatch(/^invoice +T2627\/0000001 +T2627\/0000002 +2$/m);
});

test('the sales report counts by film and by day in India, and matches the reports of the days', async () => {
  const server = await aServer({ clock: aClock(NOON) });
  const commands = aCommandRunner(server);
  const viewer = await server.aViewer();
  const one = await server.aFilm({ importRef: 'one', movieName: 'Rain, "Town"' });
  const two = await server.aFilm({ importRef: 'two', movieName: 'Zenith' });
  const at = (moment: string) => new Date(`${moment}:00+05:30`);
  const paid = (moment: string) => ({ orderDate: at(moment), paidAt: at(moment) });
  await server.anOrder(viewer, one, paid('2026-11-01T00:00'));
  await server.anOrder(viewer, one, paid('2026-11-01T23:59'));
  await server.anOrder(viewer, two, {
    ...paid('2026-11-01T12:00'),
    totalRoundedValue: 0,
    totalTaxValue: 0,
  });
  await server.anOrder(viewer, one, {
    ...paid('2026-11-01T10:00'),
    paymentStatus: 'REFUNDED',
    refundedAt: at('2026-11-02T00:00'),
  });
  await server.anOrder(viewer, one, {
    orderDate: at('2026-11-02T09:00'),
    paymentStatus: 'CANCELLED',
  });
  for (const outside of ['2026-10-31T23:59', '2026-11-03T00:00'])
    await server.anOrder(viewer, one, paid(outside));

  const line = 'report sales --from 2026-11-01 --to 2026-11-02';
  const nothing = { orders: 0, tickets: 0, gross: 0, tax: 0, refunds: 0, refunded: 0, net: 0 };
  const rain = { film: 'one', movieName: 'Rain, "Town"' };
  const found = await commands.cinemaJson(line);
  expect(found).toEqual({
    from: '2026-11-01',
    to: '2026-11-02',
    rows: [
      {
        ...nothing,
        ...rain,
        day: '2026-11-01',
        orders: 3,
        tickets: 3,
        gross: 528,
        tax: 80.46,
        net: 528,
      },
      { ...nothing, day: '2026-11-01', film: 'two', movieName: 'Zenith', orders: 1, tickets: 1 },
      { ...nothing, ...rain, day: '2026-11-02', orders: 1, refunds: 1, refunded: 176, net: -176 },
    ],
    total: { orders: 5, tickets: 4, gross: 528, tax: 80.46, refunds: 1, refunded: 176, net: 352 },
  });
  const days = [
    await commands.cinemaJson('report day 2026-11-01'),
    await commands.cinemaJson('report day 2026-11-02'),
  ];
  const sumOf = (name: string) => days.reduce((sum, each) => sum + each[name], 0);
  expect([
    sumOf('received'),
    sumOf('gst'),
    sumOf('refunded'),
    sumOf('net'),
    sumOf('ordersBegun'),
  ]).toEqual([
    found.total.gross,
    found.total.tax,
    found.total.refunded,
    found.total.net,
    found.total.orders,
  ]);

  expect(await commands.cinemaJson(`${line} --after 3`)).toEqual({ ...found, rows: [] });
  expect((await commands.cinemaJson(`${line} --film two`)).rows).toEqual([found.rows[1]]);
  expect((await commands.cinemaJson('report sales --to 2026-11-03')).total.tickets).toBe(5);
  expect((await commands.cinema(line)).out).toMatch(/^all +- +- +5 +4 +528 +80\.46 +1 +176 +352$/m);
  const { out } = await commands.cinema(`${line} --csv`);
  expect(parse(out)).toEqual([
    [
      'day',
      'film',
      'name',
      'orders',
      'tickets',
      'gross ₹',
      'GST ₹',
      'refunds',
      'refunded ₹',
      'net ₹',
    ],
    ['2026-11-01', 'one', 'Rain, "Town"', '3', '3', '528', '80.46', '0', '0', '528'],
    ['2026-11-01', 'two', 'Zenith', '1', '1', '0', '0', '0', '0', '0'],
    ['2026-11-02', 'one', 'Rain, "Town"', '1', '0', '0', '0', '1', '176', '-176'],
  ]);
  expect((await commands.cinema('report sales --to 2020-01-01')).out).toBe('No results.\n');
});
