import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Order } from '#contract/booking.ts';
import type { Movie } from '#contract/catalogue.ts';
import { fromWire, CINEMA_ZONE, toWire } from '#domain/dates.ts';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { commonMessages } from '#messages/common.ts';
import { historyMessages as text } from '#messages/history.ts';
import { invoiceMessages } from '#messages/invoices.ts';
import { playbackMessages } from '#messages/playback.ts';
import { href } from '#routes.ts';
import { orders } from '#server/db/schema/booking.ts';
import { sendRefunds } from '#server/streaming/payments/refunds/send-refunds.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, tabTo, test, type Viewer } from '../support/browser.ts';
import { signInViewer, withInProcessServer } from '../support/in-process-server.ts';
import type { TestServer } from '../support/test-server.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { testNow } from '../support/test-now.ts';
import { fullHourAfter } from '../support/full-hour.ts';

const ticketHref = ({ movieOrderId }: { movieOrderId: number }) =>
  href('purchasedOrder', { order_id: movieOrderId });
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const qrCodeImage = (page: Page, { orderNo }: Order) =>
  page.getByRole('img', { name: text.qrCodeLabel(orderNo) });

/** A full hour in India, at least one and a half hours from now. */
const futureSlot = () => fullHourAfter(testNow(), 1);

/** Buys a ticket by API, paid by UPI. */
async function buyTicket(
  request: APIRequestContext,
  { token }: Viewer,
  { movieId }: Movie,
  start: Date,
): Promise<Order> {
  const headers = { authorization: `Bearer ${token}` };
  const readJson = async (response: Promise<{ json: () => Promise<any> }>) =>
    (await response).json();
  const slot = { bookingStartTime: toWire(start), timezone: CINEMA_ZONE };
  const order = await readJson(
    request.post(`/api/ott/movies/${movieId}/orders`, { headers, data: slot }),
  );
  const path = `/api/ott/orders/${order.movieOrderId}`;
  const { order_id } = await readJson(
    request.post(`${path}/checkout`, { headers, data: { provider: 'razorpay' } }),
  );
  const proof = await readJson(
    request.post('/sandbox/razorpay/pay', { data: { order_id, vpa: 'success@razorpay' } }),
  );
  const paid = await readJson(
    request.put(`${path}/payment`, { headers, data: { paymentStatus: 'PAID', ...proof } }),
  );
  expect(paid).toMatchObject({ paymentStatus: 'PAID' });
  return paid;
}

async function download(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).first().click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

async function printPdf(page: Page) {
  const pdf = await getDocumentProxy(
    new Uint8Array(await page.pdf({ format: 'A4', preferCSSPageSize: true })),
  );
  return extractText(pdf, { mergePages: true });
}

test(
  'a bought ticket shows its hours, its number, and a QR code of its URL',
  { tag: '@phone' },
  async ({ page, request, signIn, films }) => {
    const movie = films.paid[12]!;
    const order = await buyTicket(request, await signIn(), movie, futureSlot());
    await page.goto(ticketHref(order));
    await expect(heading(page, text.booked)).toBeVisible();
    await expect(page.getByText(text.number(order.orderNo))).toBeVisible();
    await expect(page.getByText(`Paid ₹${order.totalRoundedValue} by UPI`)).toBeVisible();
    await expect(page.getByText(/^You can watch in \d+ (h|m)/)).toBeVisible();

    const picture = qrCodeImage(page, order);
    await expect(picture).toBeVisible();
    expect((await picture.boundingBox())!.width).toBeGreaterThanOrEqual(132);
    const { data, info } = await sharp(await picture.screenshot())
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const qrCode = jsQR(new Uint8ClampedArray(data), info.width, info.height);
    expect(qrCode?.data).toBe(`${process.env['E2E_ORIGIN']}${ticketHref(order)}`);
  },
);

test(
  'the calendar file of a ticket is valid for another parser',
  { tag: '@deep' },
  async ({ page, request, signIn, films }) => {
    const movie = films.paid[13]!;
    const order = await buyTicket(request, await signIn(), movie, futureSlot());
    await page.goto(ticketHref(order));
    const { name, bytes } = await download(page, text.addToCalendar);
    expect(name).toBe(`ticket-${order.orderNo}.ics`);
    const event = new ICAL.Component(
      ICAL.parse(bytes.toString()) as unknown[],
    ).getFirstSubcomponent('vevent')!;
    expect(String(event.getFirstPropertyValue('summary'))).toContain(movie.movieName);
    expect(new ICAL.Event(event).startDate.toJSDate()).toEqual(fromWire(order.bookingStartTime));
  },
);

test('the invoice of a ticket opens from the link of the mail, downloads as a PDF, and leads back to the ticket', async ({
  page,
  request,
  signIn,
  films,
}) => {
  const order = await buyTicket(request, await signIn(), films.paid[14]!, futureSlot());
  await page.goto(`${ticketHref(order)}#invoice`);
  await expect(heading(page, text.invoice)).toBeVisible();
  const invoice = page.getByRole('article');
  await expect(
    invoice.getByRole('heading', { name: invoiceMessages.titles.invoice }),
  ).toBeVisible();
  await expect(invoice).toContainText(order.invoiceNo!);
  await expect(invoice.getByRole('row', { name: invoiceMessages.totals.invoice })).toContainText(
    `${order.totalRoundedValue}.00`,
  );

  const { name, bytes } = await download(page, invoiceMessages.downloadPdf);
  expect(name).toBe(`invoice-${order.invoiceNo!.replace('/', '-')}.pdf`);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  await tabTo(page, page.getByRole('link', { name: invoiceMessages.toTheTicket }));
  await page.keyboard.press('Enter');
  await expect(heading(page, text.booked)).toBeFocused();
  await page.goBack();
  await expect(heading(page, text.invoice)).toBeFocused();
});

test('ticket and invoice each print on one page, in light colours', async ({
  page,
  request,
  signIn,
  films,
}) => {
  const order = await buyTicket(request, await signIn(), films.paid[15]!, futureSlot());
  await page.goto(ticketHref(order));
  await expect(qrCodeImage(page, order)).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('color-scheme', 'light');
  await page.emulateMedia({ media: null });
  const ticket = await printPdf(page);
  expect(ticket.totalPages).toBe(1);
  expect(ticket.text).toContain(order.orderNo);
  for (const hiddenText of [commonMessages.goBack, text.beforeCountdown, commonMessages.brand])
    expect(ticket.text).not.toContain(hiddenText);

  await page.getByRole('link', { name: text.invoice }).click();
  await expect(page.getByRole('article')).toContainText(order.invoiceNo!);
  const invoice = await printPdf(page);
  expect(invoice.totalPages).toBe(1);
  expect(invoice.text).toContain(order.invoiceNo);
  expect(invoice.text).not.toContain(invoiceMessages.downloadPdf);
});

test('a free ticket opens the film, and has a confirmation', async ({
  page,
  signIn,
  aTicket,
  films,
}) => {
  const ticket = await aTicket(await signIn(), films.paid[16]!);
  await page.goto(ticketHref(ticket));
  await expect(heading(page, text.open)).toBeVisible();
  await page.getByRole('link', { name: text.confirmation }).click();
  await expect(
    page.getByRole('heading', { name: invoiceMessages.titles.confirmation }),
  ).toBeVisible();
  await page.getByRole('link', { name: invoiceMessages.toTheTicket }).click();
  await page.getByRole('button', { name: text.watchNow }).click();
  await expect(page.getByText(playbackMessages.copyrightWarning)).toBeVisible();
});

test(
  'another viewer cannot open the ticket',
  { tag: '@deep' },
  async ({ page, request, signIn, films, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(404));
    const order = await buyTicket(request, await signIn(), films.paid[17]!, futureSlot());
    await signIn();
    await page.goto(ticketHref(order));
    await expect(page.getByText(text.orderMissing)).toBeVisible();
    await expect(page.getByText(order.orderNo)).toHaveCount(0);
  },
);

/** A ticket on the in-process server, with its viewer signed in. */
async function buyTicketInProcess(server: TestServer, page: Page, start: Date) {
  server.clock.set(testNow());
  const purchase = purchaseSteps(server);
  const { viewer, order } = await purchase.anUnpaidOrder({ bookingStartTime: toWire(start) });
  await signInViewer(server, page, viewer);
  return { viewer, order: (await purchase.pay(viewer, order)) as Order };
}

const updateOrder = (
  server: TestServer,
  { movieOrderId }: Order,
  values: Partial<typeof orders.$inferInsert>,
) => server.database.db.update(orders).set(values).where(eq(orders.movieOrderId, movieOrderId));

test(
  'if the hour passed before the bank confirmed, the viewer gets a refund and a credit note',
  { tag: '@deep' },
  async ({ page, context }) => {
    test.slow(); // may open the in-process server
    await withInProcessServer(context, async (server) => {
      const { order } = await buyTicketInProcess(server, page, testNow());
      await updateOrder(server, order, {
        paidAt: testNow(),
        chosenStartTime: new Date(testNow().getTime() - HOUR),
      });
      await page.goto(ticketHref(order));
      await expect(page.getByRole('heading', { name: text.slotPassed })).toBeVisible();
      await expect(page.getByRole('link', { name: text.reschedule })).toHaveAttribute(
        'href',
        /\?ticket=\d+$/,
      );

      const refundButton = page.getByRole('button', { name: text.getRefund });
      await refundButton.click();
      await page.getByRole('button', { name: text.keepTicket }).click();
      await expect(refundButton).toBeFocused();
      await refundButton.click();
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: text.getRefund }).click();
      await expect(heading(page, text.refunding)).toBeVisible();
      await expect(qrCodeImage(page, order)).toHaveCount(0);

      server.clock.advance(MINUTE);
      await sendRefunds(server.deps);
      await expect(heading(page, text.refunded)).toBeVisible({ timeout: 40_000 });
      await page.getByRole('link', { name: text.invoiceAndCreditNote }).click();
      const titles = page.getByRole('article').getByRole('heading');
      await expect(titles).toHaveText([
        invoiceMessages.titles['credit-note'],
        invoiceMessages.titles.invoice,
      ]);
    });
  },
);

test(
  'a later decision of the bank appears on the page by itself',
  { tag: '@deep' },
  async ({ page, context }) => {
    test.slow(); // may open the in-process server
    await withInProcessServer(context, async (server) => {
      const { order } = await buyTicketInProcess(server, page, futureSlot());
      await updateOrder(server, order, { paymentStatus: 'PROCESSING' });
      await page.goto(ticketHref(order));
      await expect(heading(page, text.confirming)).toBeVisible();
      await expect(qrCodeImage(page, order)).toHaveCount(0);
      await updateOrder(server, order, { paymentStatus: 'PAID' });
      await expect(heading(page, text.booked)).toBeVisible({ timeout: 40_000 });
      await expect(qrCodeImage(page, order)).toBeVisible();
    });
  },
);

test('the countdown shows minutes, then seconds, and then the film opens', async ({
  page,
  context,
}) => {
  test.slow(); // may open the in-process server
  await withInProcessServer(context, async (server) => {
    const { order } = await buyTicketInProcess(server, page, futureSlot());
    const opens = fromWire(order.bookingStartTime)!.getTime();
    await page.clock.install({ time: opens - 61 * MINUTE });
    await page.goto(ticketHref(order));
    await expect(page.getByText(/^You can watch in 1 h [01] m/)).toBeVisible();
    await page.clock.fastForward(60 * MINUTE + 15_000);
    await expect(page.getByText(/^You can watch in \d\d s\./)).toBeVisible();
    await expect(page.getByRole('button', { name: text.watchNow })).toHaveCount(0);
    await page.clock.fastForward(MINUTE);
    await expect(heading(page, text.open)).toBeVisible();
    await expect(page.getByRole('button', { name: text.watchNow })).toBeVisible();
  });
});

test(
  'a long history loads a hundred orders at a time',
  { tag: '@deep' },
  async ({ page, context }) => {
    test.slow(); // may open the in-process server
    await withInProcessServer(context, async (server) => {
      server.clock.set(testNow());
      const viewer = await server.aViewer();
      const film = await server.aFilm();
      for (let each = 0; each <= PAGE_SIZES.orders; each += 1) {
        server.clock.advance(-MINUTE);
        await server.anOrder(viewer, film, { orderNo: `L${each}` });
      }
      server.clock.set(testNow());
      await signInViewer(server, page, viewer);
      await page.goto(href('purchaseHistory'));
      const rows = page.locator('main ol > li');
      await expect(rows).toHaveCount(PAGE_SIZES.orders);
      await expect(rows.first()).toContainText(text.number('L0'));
      await page.getByRole('button', { name: commonMessages.loadMore }).click();
      await expect(rows).toHaveCount(PAGE_SIZES.orders + 1);
      await expect(rows.last().getByRole('link').first()).toBeFocused();
    });
  },
);

test(
  'Your Videos leads back to a ticket that is open',
  { tag: '@deep' },
  async ({ page, films, signIn, aTicket }) => {
    const movie = films.paid[1]!;
    await signIn().then((viewer) => aTicket(viewer, movie));
    await page.goto(href('upcoming'));
    await page
      .getByRole('region', { name: text.yourTickets })
      .getByRole('link', { name: movie.movieName })
      .click();
    await expect(page).toHaveURL(new RegExp(href('purchasedOrder', { order_id: '' })));
    await expect(page.getByRole('button', { name: text.watchNow })).toBeVisible();
  },
);
