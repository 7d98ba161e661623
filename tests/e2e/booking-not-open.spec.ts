import { futureStreamingStart } from '#domain/booking-opens.ts';
import type { Movie } from '#contract/catalogue.ts';
import { DAY } from '#domain/limits/durations.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, publicFilmHref, test as base } from '../support/browser.ts';
import { shiftClock, testNow } from '../support/test-now.ts';

/** A sample film that streams in more than eight days, and its start. */
const test = base.extend<{ coming: { movie: Movie; streamingStart: Date } }>({
  coming: async ({ request }, use) => {
    const response = await request.get('/api/ott/public/upcomingmovies?size=100');
    const { content } = (await response.json()) as { content: Movie[] };
    const found = content
      .map((movie) => ({
        movie,
        streamingStart: futureStreamingStart(movie, new Date(testNow().getTime() + 8 * DAY))!,
      }))
      .find(({ streamingStart }) => streamingStart);
    await use(found!);
  },
});

test(
  'a film whose booking is not open shows the opening day and a calendar entry, and no Book Now',
  { tag: '@phone' },
  async ({ page, request, coming: { movie } }) => {
    await page.goto(publicFilmHref(movie));
    await expect(page.getByText(/^Streams from /)).toBeVisible();
    await expect(
      page
        .getByText(/^Booking opens on /)
        .locator('visible=true')
        .first(),
    ).toBeVisible();
    await expect(
      page
        .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
        .locator('visible=true'),
    ).toHaveCount(0);
    const entry = page.getByRole('link', { name: text.calendarEntry });
    const file = await request.get((await entry.getAttribute('href'))!);
    expect(await file.text()).toContain('BEGIN:VCALENDAR');
    await expectAccessible(page);
  },
);

test('once booking is open, the same page offers Book Now, and shows the streaming date but no opening day', async ({
  page,
  coming: { movie, streamingStart },
}) => {
  await page.addInitScript(shiftClock, streamingStart.getTime() - testNow().getTime() - 2 * DAY);
  await page.goto(publicFilmHref(movie));
  await expect(
    page
      .getByRole('link', { name: catalogueMessages.bookNow, exact: true })
      .locator('visible=true'),
  ).toHaveCount(1);
  await expect(page.getByText(/^Streams from /)).toBeVisible();
  await expect(page.getByText(/^Booking opens on /).locator('visible=true')).toHaveCount(0);
});

test('the details page and the booking page show a viewer the day when booking opens, and offer a reminder', async ({
  page,
  signIn,
  coming,
}) => {
  const { movieId } = coming.movie;
  await signIn();
  for (const route of ['movieDetails', 'ticketBooking'] as const) {
    await page.goto(href(route, { movie_id: movieId }));
    await expect(page.getByText(/^Streams from /)).toBeVisible();
    await expect(
      page
        .getByText(/^Booking opens on /)
        .locator('visible=true')
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: text.remindMe })).toBeVisible();
    await expect(page.getByText(text.noHourLeft)).toHaveCount(0);
    await expectAccessible(page);
  }
});
