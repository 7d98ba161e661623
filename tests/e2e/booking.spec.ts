import type { APIRequestContext, Page } from '@playwright/test';
import type { Order } from '#contract/booking.ts';
import { fromWire, toWire } from '#domain/dates.ts';
import { displayCinemaTime, displayLocalAndCinemaTime } from '#domain/format/date-times.ts';
import { bookableDates, slotsOn } from '#domain/slots.ts';
import { viewingWindow } from '#domain/viewing.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import { href } from '#routes.ts';
import { expect, failedLoadError, tabTo, test, type Viewer } from '../support/browser.ts';
import { testNow } from '../support/test-now.ts';

const visibleButton = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).locator('visible=true');
const bookingHref = (movieId: number) => href('ticketBooking', { movie_id: movieId });
const rescheduleHref = (movieId: number, { movieOrderId }: { movieOrderId: number }) =>
  `${bookingHref(movieId)}?ticket=${movieOrderId}`;
const ticketUrlPattern = ({ movieOrderId }: { movieOrderId: number }) =>
  new RegExp(`${href('purchasedOrder', { order_id: movieOrderId })}/?$`);

/** Tomorrow, when every hour is free. */
const chooseTomorrow = (page: Page) => page.locator('.day-button').nth(1).click();
const hour = (page: Page, name: string) =>
  page.locator('.slot').filter({ hasText: new RegExp(`^${name}`) });

async function ordersOf(request: APIRequestContext, { token }: Viewer): Promise<Order[]> {
  const response = await request.get('/api/ott/orders', {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()).content;
}
const startTimesOf = async (request: APIRequestContext, viewer: Viewer) =>
  (await ordersOf(request, viewer)).map(({ bookingStartTime }) =>
    fromWire(bookingStartTime)!.getTime(),
  );

/** Start of tomorrow's slot in a zone. */
function tomorrowAt(hourOfDay: number, zone: string): Date {
  const now = testNow();
  const rules = { now, zone, streamingStart: new Date(0) };
  return slotsOn(bookableDates(now, zone)[1]!, rules).find((slot) => slot.hour === hourOfDay)!
    .start;
}

const zoneTags = {
  'America/New_York': ['@deep'],
  'Asia/Kathmandu': ['@deep'],
  'Asia/Kolkata': ['@phone'],
};
for (const zone of ['America/New_York', 'Asia/Kathmandu', 'Asia/Kolkata'] as const) {
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test(
      `hours and window are shown in ${zone}${zone === 'Asia/Kolkata' ? '' : ', and in IST'}`,
      { tag: zoneTags[zone] },
      async ({ page, signIn, films, request }) => {
        const movie = films.paid[10]!;
        const viewer = await signIn();
        await page.goto(bookingHref(movie.movieId));
        await expect(page.locator('.day-button')).toHaveCount(7);
        await chooseTomorrow(page);
        await expect(page.locator('li .slot')).toHaveCount(24);
        const start = tomorrowAt(19, zone);
        const slot = hour(page, '7\\.00 PM');
        const cinemaHour = displayCinemaTime(start, zone);
        await expect(slot).toHaveText(`7.00 PM ${cinemaHour}`.trim());
        await slot.click();
        await expect(slot).toHaveAttribute('aria-pressed', 'true');

        const { bookingStartTime, bookingEndTime } = viewingWindow(start);
        const latest = new Date(bookingEndTime.getTime() - movie.runningTime! * 60_000);
        const windowText = text.windowRunsWithLatestStart(
          ...([bookingStartTime, bookingEndTime, latest].map((each) =>
            displayLocalAndCinemaTime(each, zone),
          ) as [string, string, string]),
        );
        await expect(page.getByRole('img', { name: windowText })).toBeVisible();
        await expect(page.getByRole('status').filter({ hasText: windowText })).toBeAttached();
        await expect(page.locator('.window-facts')).toContainText(text.latestStart);
        const ending = zone === 'Asia/Kolkata' ? /^[^I]*$/ : / IST$/;
        await expect(page.locator('.window-facts dd')).toHaveText([ending, ending, ending]);

        await visibleButton(page, text.continue).click();
        await expect(page).toHaveURL(new RegExp(`${href('payment')}/?$`));
        await expect.poll(() => startTimesOf(request, viewer)).toEqual([start.getTime()]);
      },
    );
  });
}

test('Back from the payment keeps the choice; another hour changes the same order', async ({
  page,
  signIn,
  films,
  request,
}) => {
  const movie = films.paid[11]!;
  const viewer = await signIn();
  await page.goto(bookingHref(movie.movieId));
  await chooseTomorrow(page);
  await hour(page, '9\\.00 AM').click();
  await visibleButton(page, text.continue).dblclick();
  await expect(page).toHaveURL(new RegExp(`${href('payment')}/?$`));
  await expect.poll(async () => (await startTimesOf(request, viewer)).length).toBe(1);
  await page.goBack();
  await expect(hour(page, '9\\.00 AM')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.day-button').nth(1)).toHaveAttribute('aria-pressed', 'true');
  const [before] = await startTimesOf(request, viewer);
  await hour(page, '10\\.00 AM').click();
  await visibleButton(page, text.continue).click();
  await expect(page).toHaveURL(new RegExp(`${href('payment')}/?$`));
  await expect.poll(() => startTimesOf(request, viewer)).toEqual([before! + 3_600_000]);
});

test.describe('a paid ticket', () => {
  test('is rescheduled by its viewer, and a double click reschedules it once', async ({
    page,
    signIn,
    aTicket,
    films,
    request,
  }) => {
    const movie = films.paid[12]!;
    const viewer = await signIn();
    const ticket = await aTicket(viewer, movie);
    const posts: string[] = [];
    page.on(
      'request',
      (each) => each.method() === 'POST' && posts.push(new URL(each.url()).pathname),
    );
    await page.goto(rescheduleHref(movie.movieId, ticket));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.anotherHour);
    await expect(page.getByText(text.rescheduleNote)).toBeVisible();
    await visibleButton(page, text.reschedule).click();
    await expect(
      page.getByText(text.chooseDateAndTime).locator('visible=true').first(),
    ).toBeVisible();
    await chooseTomorrow(page);
    await hour(page, '8\\.00 PM').click();
    await expect(page.getByRole('main').getByText(text.chooseDateAndTime)).toHaveCount(0);
    await visibleButton(page, text.reschedule).dblclick();
    await expect(page).toHaveURL(ticketUrlPattern(ticket));
    await expect(page.getByText(/^Your ticket is now for .*, 8\.00\sPM$/)).toBeVisible();
    expect(posts.filter((each) => each.endsWith('/reschedule'))).toHaveLength(1);
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(await startTimesOf(request, viewer)).toEqual([tomorrowAt(20, zone).getTime()]);

    // Back leads to the ticket page from now on, not to the booking page.
    await page.goto(rescheduleHref(movie.movieId, ticket));
    await chooseTomorrow(page);
    await expect(hour(page, '8\\.00 PM')).toBeDisabled();
    await expect(hour(page, '8\\.00 PM')).toContainText(text.currentHour);
    await hour(page, '9\\.00 PM').click();
    await visibleButton(page, text.reschedule).click();
    await expect(page).toHaveURL(ticketUrlPattern(ticket));
    await page.goBack();
    await expect(page).toHaveURL(ticketUrlPattern(ticket));
  });

  test(
    'is rescheduled with the keyboard alone',
    { tag: '@deep' },
    async ({ page, signIn, aTicket, films, request }) => {
      const movie = films.paid[13]!;
      const viewer = await signIn();
      const ticket = await aTicket(viewer, movie);
      await page.goto(rescheduleHref(movie.movieId, ticket));
      await tabTo(page, page.locator('.day-button').first());
      await page.keyboard.press('ArrowRight');
      await expect(page.locator('.day-button').nth(1)).toBeFocused();
      await tabTo(page, hour(page, '6\\.00 AM'));
      await page.keyboard.press('Space');
      await tabTo(page, visibleButton(page, text.reschedule));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(ticketUrlPattern(ticket));
      await expect
        .poll(async () => (await startTimesOf(request, viewer))[0])
        .toBeGreaterThan(testNow().getTime());
    },
  );

  test(
    'that was rescheduled in another tab shows its new hours before it is rescheduled again',
    { tag: '@deep' },
    async ({ page, context, signIn, aTicket, films, request }) => {
      const movie = films.paid[14]!;
      const viewer = await signIn();
      const ticket = await aTicket(viewer, movie);
      const otherTab = await context.newPage();
      for (const tab of [page, otherTab]) {
        await tab.goto(rescheduleHref(movie.movieId, ticket));
        await chooseTomorrow(tab);
      }
      await hour(otherTab, '5\\.00 PM').click();
      await visibleButton(otherTab, text.reschedule).click();
      await expect(otherTab).toHaveURL(ticketUrlPattern(ticket));
      const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
      const fivePm = tomorrowAt(17, zone);

      await hour(page, '6\\.00 PM').click();
      await visibleButton(page, text.reschedule).click();
      await expect(
        page
          .getByRole('main')
          .getByRole('alert')
          .filter({ hasText: /^Your ticket was changed on another screen/ }),
      ).toBeVisible();
      await expect(
        page.getByText(
          text.currentWindow(
            displayLocalAndCinemaTime(fivePm, zone),
            displayLocalAndCinemaTime(viewingWindow(fivePm).bookingEndTime, zone),
          ),
        ),
      ).toBeVisible();
      expect(await startTimesOf(request, viewer)).toEqual([fivePm.getTime()]);
      await visibleButton(page, text.reschedule).click();
      await expect(page).toHaveURL(ticketUrlPattern(ticket));
      expect(await startTimesOf(request, viewer)).toEqual([fivePm.getTime() + 3_600_000]);
    },
  );

  test(
    'cannot be rescheduled once the film was played',
    { tag: '@deep' },
    async ({ page, signIn, aTicket, films, request }) => {
      const movie = films.paid[15]!;
      const viewer = await signIn();
      const ticket = await aTicket(viewer, movie);
      const play = () =>
        request.post(`/api/ott/movies/${movie.movieId}/movieplays`, {
          data: { userId: viewer.userId, playSeekTime: 0 },
          headers: { authorization: `Bearer ${viewer.token}` },
        });
      await page.goto(rescheduleHref(movie.movieId, ticket));
      await chooseTomorrow(page);
      await hour(page, '5\\.00 PM').click();
      expect((await play()).status()).toBe(201);
      await visibleButton(page, text.reschedule).click();
      const box = page.getByRole('main').getByRole('status').filter({ hasText: text.ticketPlayed });
      await expect(box).toBeVisible();
      await page.reload();
      await expect(box).toBeVisible();
      await page.getByRole('link', { name: text.toTheTicket }).click();
      await expect(page).toHaveURL(ticketUrlPattern(ticket));

      await page.goto(href('movieDetails', { movie_id: movie.movieId }) + '#ticket');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByRole('link', { name: detailMessages.anotherHour })).toHaveCount(0);
    },
  );

  test(
    'of another viewer is not found',
    { tag: '@deep' },
    async ({ page, signIn, aTicket, films, allowConsoleErrors }) => {
      allowConsoleErrors(failedLoadError(404));
      const ticket = await aTicket(await signIn(), films.paid[16]!);
      await signIn();
      await page.goto(rescheduleHref(films.paid[16]!.movieId, ticket));
      await expect(page.getByText(text.orderNotFound)).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: text.toTheTickets }).click();
      await expect(page).toHaveURL(new RegExp(`${href('purchaseHistory')}/?$`));
    },
  );
});

test.describe('the ticket on the film’s page', () => {
  test('is shown once after the payment, and restores the focus', async ({
    page,
    signIn,
    aTicket,
    films,
  }) => {
    const movie = films.paid[17]!;
    const details = href('movieDetails', { movie_id: movie.movieId });
    const ticket = await aTicket(await signIn(), movie);
    await page.goto(`${details}#ticket`);
    const dialog = page.getByRole('dialog', { name: detailMessages.booked });
    await expect(dialog).toBeVisible();
    await expect(dialog).toContainText(movie.movieName);
    await expect(page).toHaveURL(new RegExp(`${details}/?$`));
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(visibleButton(page, detailMessages.watchNow)).toBeFocused();
    await page.reload();
    await expect(visibleButton(page, detailMessages.watchNow)).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.goto(`${details}#ticket`);
    await page.reload();
    await dialog.getByRole('link', { name: detailMessages.toTheTicket }).click();
    await expect(page).toHaveURL(ticketUrlPattern(ticket));
  });

  test('opens with Booked until the window opens, and can be rescheduled from there', async ({
    page,
    signIn,
    aTicket,
    films,
    request,
  }) => {
    const movie = films.paid[18]!;
    const viewer = await signIn();
    const ticket = await aTicket(viewer, movie);
    const moved = await request.post(`/api/ott/orders/${ticket.movieOrderId}/reschedule`, {
      data: { bookingStartTime: toWire(tomorrowAt(20, 'Asia/Kolkata')), timezone: 'Asia/Kolkata' },
      headers: { authorization: `Bearer ${viewer.token}` },
    });
    expect(moved.status()).toBe(200);
    await page.goto(href('movieDetails', { movie_id: movie.movieId }));
    await tabTo(page, visibleButton(page, detailMessages.booked));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: detailMessages.booked });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(visibleButton(page, detailMessages.booked)).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('link', { name: detailMessages.anotherHour }).click();
    await expect(page).toHaveURL(new RegExp(`ticket=${ticket.movieOrderId}$`));
    await expect(page.getByText(text.rescheduleNote)).toBeVisible();
  });
});
