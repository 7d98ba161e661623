import { streamingAhead } from '#domain/booking-opens.ts';
import type { Movie } from '#contract/catalogue.ts';
import { DAY } from '#domain/limits.ts';
import { bookingMessages as text } from '#messages/booking.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { expectNoBarriers } from '../support/barriers.ts';
import { expect, sharedLink, shiftClock, test as base } from '../support/browser.ts';

/** A film of the sample cinema that streams in more than eight days, and when it does. */
const test = base.extend<{ coming: { movie: Movie; streams: Date } }>({
  coming: async ({ request }, use) => {
    const response = await request.get('/api/ott/public/upcomingmovies?size=100');
    const { content } = (await response.json()) as { content: Movie[] };
    const found = content
      .map((movie) => ({ movie, streams: streamingAhead(movie, new Date(Date.now() + 8 * DAY))! }))
      .find(({ streams }) => streams);
    await use(found!);
  },
});

test(
  'a film whose booking is not open says when it opens, with a calendar entry, and offers no Book Now',
  { tag: '@phone' },
  async ({ page, request, coming: { movie } }) => {
    await page.goto(sharedLink(movie));
    await expect(page.getByText(/^Streams from /)).toBeVisible();
    await expect(
      page
        .getByText(/^Booking opens on /)
        .locator('visible=true')
        .first(),
    ).toBeVisible();
    await expect(
      page.getByRole('link', { name: catalogueMessages.bookNow, exact: true }).locator('visible=true'),
    ).toHaveCount(0);
    const entry = page.getByRole('link', { name: text.calendarEntry });
    const file = await request.get((await entry.getAttribute('href'))!);
    expect(await file.text()).toContain('BEGIN:VCALENDAR');
    await expectNoBarriers(page);
  },
);

test('the same page, read when booking is open, offers Book Now and says only when the film streams', async ({
  page,
  coming: { movie, streams },
}) => {
  await page.addInitScript(shiftClock, streams.getTime() - Date.now() - 2 * DAY);
  await page.goto(sharedLink(movie));
  await expect(
    page.getByRole('link', { name: catalogueMessages.bookNow, exact: true }).locator('visible=true'),
  ).toHaveCount(1);
  await expect(page.getByText(/^Streams from /)).toBeVisible();
  await expect(page.getByText(/^Booking opens on /).locator('visible=true')).toHaveCount(0);
});

test('signed in, details and booking say when booking opens, and offer a reminder', async ({
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
    await expectNoBarriers(page);
  }
});
