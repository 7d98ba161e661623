import { detailMessages } from '#messages/details.ts';
import { href } from '#routes.ts';
import { measureVisitOn } from '../../scripts/bench/page-load.ts';
import { expect, publicFilmHref, test } from '../support/browser.ts';

/** Core Web Vitals call 0.1 good. The footer may move by a few pixels when fonts arrive. */
const MAX_LAYOUT_SHIFT = 0.02;
const WIDTHS = [390, 1440];

interface Ticket {
  movieId: number;
  movieOrderId: number;
}
const VISITOR_PATHS = {
  home: () => href('home'),
  'a film': (film: Parameters<typeof publicFilmHref>[0]) => publicFilmHref(film),
  movies: () => href('movies'),
  'movies of one genre': () => `${href('movies')}?genre=Drama`,
  upcoming: () => href('upcoming'),
  'sign up': () => href('signup'),
  'the code': () => href('otpMobile', { userdetail: '9812345678' }),
  'the privacy policy': () => href('privacyPolicy'),
};
const VIEWER_PATHS: Record<string, (ticket: Ticket) => string> = {
  home: () => href('home'),
  'your videos': () => href('upcoming'),
  details: ({ movieId }) => href('movieDetails', { movie_id: movieId }),
  booking: ({ movieId }) => href('ticketBooking', { movie_id: movieId }),
  'booking history': () => href('purchaseHistory'),
  'a ticket': ({ movieOrderId }) => href('purchasedOrder', { order_id: movieOrderId }),
  profile: () => href('profile'),
  'edit profile': () => href('editProfile'),
  settings: () => href('profileSettings'),
  'my location': () => href('myLocation'),
  language: () => href('language'),
  'submit a film': () => href('submitFilm'),
};

test.describe('on slow 4G and a slow phone nothing moves', { tag: '@deep' }, () => {
  test.beforeEach(() => test.slow());

  for (const width of WIDTHS) {
    for (const [name, pathOf] of Object.entries(VISITOR_PATHS))
      test(`in ${name} for a visitor, at ${width} px`, async ({ page, films }) => {
        await page.setViewportSize({ width, height: 844 });
        const { layoutShift, shiftedElements } = await measureVisitOn(page, pathOf(films.paid[0]!));
        expect(layoutShift, shiftedElements.join('\n')).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      });

    for (const [name, pathOf] of Object.entries(VIEWER_PATHS))
      test(`in ${name} for a viewer with a ticket, at ${width} px`, async ({
        page,
        signIn,
        aTicket,
        films,
      }) => {
        await page.setViewportSize({ width, height: 844 });
        const film = films.paid[0]!;
        const { movieOrderId } = await aTicket(await signIn(), film);
        // The film's page, where a payment ends, saves that this viewer has a ticket.
        await page.goto(href('movieDetails', { movie_id: film.movieId }));
        await page
          .getByRole('button', { name: detailMessages.watchNow })
          .locator('visible=true')
          .waitFor();
        const { layoutShift, shiftedElements } = await measureVisitOn(
          page,
          pathOf({ movieId: film.movieId, movieOrderId }),
        );
        expect(layoutShift, shiftedElements.join('\n')).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      });
  }
});
