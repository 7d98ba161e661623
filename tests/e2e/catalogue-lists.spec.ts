import type { Page } from '@playwright/test';
import type { Movie } from '#contract/catalogue.ts';
import { CINEMA_ZONE } from '#domain/dates.ts';
import { cardSubtitle } from '#domain/film.ts';
import { displayDate } from '#domain/format/dates.ts';
import { displayRupees } from '#domain/format/numbers.ts';
import { BANNER_INTERVAL_MS, SEARCH_MAX_LETTERS } from '#domain/limits/catalogue.ts';
import { PAGE_SIZES } from '#domain/limits/lists.ts';
import { displayCardRating } from '#domain/rating.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { layoutMessages } from '#messages/layout.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { expect, publicFilmHref, test } from '../support/browser.ts';
import {
  waitForFilters,
  cards,
  urlEndingIn,
  heading,
  type Clause,
  findFilm,
  openFilterSheet,
  testClauses,
} from '../support/clause-tests.ts';

/** Longer than any slide stays. */
const SEVERAL_SLIDES_MS = 20 * BANNER_INTERVAL_MS;

const search = (page: Page) => page.getByRole('combobox', { name: text.searchLabel });

/** Spec §2 (screens and routes): header, home and lists, with texts of §8 (error catalogue) and numbers of §9 (business constants). */
const CLAUSES: Clause[] = [
  [
    'Header: Logo to /, links Home, Upcoming, Movies, Short Films, Sign in to /signup; no Your Videos, no Dashboard',
    async (page) => {
      await page.goto(href('movies'));
      const top = page.getByRole('banner');
      for (const [name, path] of [
        [layoutMessages.home, href('home')],
        [layoutMessages.upcoming, href('upcoming')],
        [layoutMessages.movies, href('movies')],
        [layoutMessages.shortFilms, href('shortFilms')],
        [sessionMessages.headerSignIn, href('signup')],
        [commonMessages.brand, href('home')],
      ] as const)
        await expect(top.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
      await expect(top.getByRole('link', { name: layoutMessages.yourVideos })).toBeHidden();
      await expect(top.getByRole('link', { name: layoutMessages.dashboard })).toBeHidden();
    },
  ],
  [
    'Header: picking a search result goes to /v/{slug}/{movieKey}',
    async (page, { films }) => {
      const movie = findFilm(films, ({ movieNameEn }) => movieNameEn);
      await page.goto(href('home'));
      await search(page).pressSequentially(movie.movieNameEn!);
      await page.getByRole('option').filter({ hasText: movie.movieName }).first().click();
      await expect(page).toHaveURL(urlEndingIn(publicFilmHref(movie)));
    },
  ],
  [
    'Header: Enter before the response opens the first film when the response arrives',
    async (page, { films }) => {
      const movie = findFilm(films, ({ movieNameEn }) => movieNameEn);
      await page.goto(href('home'));
      await search(page).fill(movie.movieNameEn!);
      await search(page).press('Enter');
      await expect(page).toHaveURL(urlEndingIn(publicFilmHref(movie)));
    },
  ],
  [
    'Header: a search of 1,200 letters is cut and shows a note instead of an error',
    async (page) => {
      await page.goto(href('home'));
      await search(page).fill('x'.repeat(1200));
      await expect(page.getByText(text.searchCut(SEARCH_MAX_LETTERS))).toBeVisible();
      await expect(search(page)).toHaveValue('x'.repeat(SEARCH_MAX_LETTERS));
      await expect(page.getByText(text.movieNotFound)).toBeVisible();
      await expect(page.getByText(text.moviesLoadFailed)).toBeHidden();
    },
  ],
  [
    'Header: a genre or a language leads to its list, above the films',
    async (page) => {
      await page.goto(href('home'));
      await search(page).pressSequentially('tamil');
      await expect(page.getByRole('option').first()).toContainText(text.allInLanguage('Tamil'));
      await search(page).fill('thriller');
      await expect(page.getByRole('option').first()).toContainText(text.allOfGenre('Thriller'));
      await search(page).press('Enter');
      await expect(page).toHaveURL(urlEndingIn(href('moviesByGenre', { genres: 'Thriller' })));
    },
  ],
  [
    'Header: the search shows a message when nothing is found (§8)',
    async (page) => {
      await page.goto(href('home'));
      await search(page).pressSequentially('zzqx');
      await expect(page.getByText(text.movieNotFound)).toBeVisible();
    },
  ],
  [
    'Header: the search shows a message when it fails (§8)',
    async (page) => {
      await page.goto(href('home'));
      await page.route('**/api/**', (route) => route.abort());
      await search(page).pressSequentially('rain');
      await expect(page.getByText(text.moviesLoadFailed)).toBeVisible({ timeout: 20_000 });
    },
    '@deep',
  ],
  [
    'Home: sections, named collections, each with More to /movies or /movies/shortfilms',
    async (page, { collections }) => {
      await page.goto(href('home'));
      const titles = [
        text.streamingNow,
        text.upcoming,
        text.popularSeries,
        text.newShortFilms,
        ...collections.map(({ name }) => name),
      ];
      for (const title of titles) {
        await expect(heading(page, title)).toBeVisible();
        const more = page.getByRole('link', {
          name: `${commonMessages.more} ${title}`,
          exact: true,
        });
        expect([href('movies'), href('shortFilms')]).toContain(await more.getAttribute('href'));
      }
    },
  ],
  [
    'Footer: an app or social page without an address has no link, also none to About Us',
    async (page) => {
      await page.goto(href('home'));
      const foot = page.getByRole('contentinfo');
      await expect(foot.locator(`a[href="${href('aboutUs')}"]`)).toHaveText([
        layoutMessages.aboutUs,
      ]);
      await expect(foot.getByRole('link', { name: layoutMessages.youtube })).toHaveCount(0);
    },
  ],
  [
    'Home: UPCOMING has the next ten, or all while there are fewer (§9)',
    async (page) => {
      const { totalElements } = await (
        await page.request.get('/api/ott/public/upcomingmovies')
      ).json();
      await page.goto(href('home'));
      await expect(page.locator('.upcoming-dates li')).toHaveCount(
        Math.min(PAGE_SIZES.upcoming, totalElements),
      );
    },
  ],
  [
    'Home: the banner rotates by itself, and the pause control stops it',
    async (page) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.clock.install();
      await page.goto(href('home'));
      const shown = page.locator('.banner .slide[data-shown]');
      const first = await shown.getAttribute('aria-label');
      await page.clock.runFor(SEVERAL_SLIDES_MS);
      await expect(shown).not.toHaveAttribute('aria-label', first!);
      await page.getByRole('button', { name: text.pauseBanner }).click();
      await page.mouse.move(0, 0);
      const paused = await shown.getAttribute('aria-label');
      await page.clock.runFor(SEVERAL_SLIDES_MS);
      await expect(shown).toHaveAttribute('aria-label', paused!);
    },
  ],
  [
    'Home: under reduced motion the banner stands still and can be started',
    async (page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.clock.install();
      await page.goto(href('home'));
      await expect(page.getByRole('button', { name: text.playBanner })).toBeVisible();
      const shown = page.locator('.banner .slide[data-shown]');
      const first = await shown.getAttribute('aria-label');
      await page.clock.runFor(SEVERAL_SLIDES_MS);
      await expect(shown).toHaveAttribute('aria-label', first!);
    },
  ],
  [
    'Home: Submit Your Film Today leads to /submit-film, Join Today to /signup',
    async (page) => {
      await page.goto(href('home'));
      await expect(page.getByRole('link', { name: text.submitYourFilm })).toHaveAttribute(
        'href',
        href('submitFilm'),
      );
      await expect(heading(page, text.joinToday)).toBeVisible();
    },
  ],
  [
    'Movies list: carousel, toggles, selects, Apply, Reset, TRENDING MOVIES, Load More, UPCOMING, collections',
    async (page, { collections }) => {
      await page.goto(href('movies'));
      for (const title of [
        text.streamingNow,
        text.trending,
        text.upcoming,
        ...collections.map(({ name }) => name),
      ])
        await expect(heading(page, title)).toBeVisible();
      await waitForFilters(page);
      await openFilterSheet(page);
      for (const name of [
        text.byRating,
        text.byDates,
        text.selectLanguage,
        text.selectGenre,
        text.apply,
        text.reset,
        commonMessages.loadMore,
      ])
        await expect(page.getByRole('button', { name })).toBeVisible();
      const upcoming = page.locator('section').filter({ has: heading(page, text.upcoming) });
      await expect(upcoming.locator('.card .release-date').first()).toBeVisible();
      await expect(cards(page)).toHaveCount(PAGE_SIZES.movies);
    },
  ],
  [
    'Movies list: a sort toggle applies at once and is in the URL; Back removes it',
    async (page) => {
      await page.goto(href('movies'));
      await waitForFilters(page);
      const rating = page.getByRole('button', { name: text.byRating });
      await expect(page.getByText(text.watchableFirst)).toBeVisible();
      await rating.click();
      await expect(page).toHaveURL(/\?sort=rating$/);
      await expect(rating).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByText(text.bestRatedFirst)).toBeVisible();
      const shown = async () =>
        (await page.locator('main .poster-grid .rating').allTextContents()).map(
          (each) => parseFloat(each) || 0,
        );
      await expect
        .poll(async () =>
          (await shown()).every((each, index, all) => index === 0 || each <= all[index - 1]!),
        )
        .toBe(true);
      await page.goBack();
      await expect(rating).toHaveAttribute('aria-pressed', 'false');
    },
  ],
  [
    'Search variants: Apply leads to a shareable address that shows its filter; Reset to /movies',
    async (page) => {
      await page.goto(href('movies'));
      await waitForFilters(page);
      await openFilterSheet(page);
      await page.getByRole('button', { name: text.selectLanguage }).click();
      await page.getByRole('checkbox', { name: 'Tamil' }).check();
      await page.getByRole('checkbox', { name: 'Hindi' }).check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: text.apply }).click();
      await expect(page).toHaveURL(urlEndingIn('/movies/search/language/Hindi;Tamil'));
      await page.reload();
      await waitForFilters(page);
      await openFilterSheet(page);
      await expect(page.getByRole('button', { name: text.selectLanguage })).toContainText(
        'Hindi, Tamil',
      );
      await expect(page).toHaveTitle(
        new RegExp(`^${text.filtered(text.moviesTitle, 'Hindi, Tamil')}`),
      );
      // A loading grid shows cards without text.
      const lines = () => page.locator('main .poster-grid .details').allTextContents();
      const isInLanguage = (line: string) => /Hindi|Tamil/.test(line);
      await expect
        .poll(async () => (await lines()).some(isInLanguage) && (await lines()).every(isInLanguage))
        .toBe(true);
      await page.getByRole('button', { name: text.reset }).click();
      await expect(page).toHaveURL(urlEndingIn(href('movies')));
      await openFilterSheet(page);
      await expect(page.getByRole('button', { name: text.selectLanguage })).toContainText(text.any);
    },
    '@phone',
  ],
  [
    'Search variants: a single language has its own page, complete without scripts',
    async (page) => {
      const html = await (
        await page.request.get(href('moviesByLanguage', { languages: 'Tamil' }))
      ).text();
      expect(html).toMatch(/<h1[^>]*>(?:<span[^>]*>)?TRENDING MOVIES/);
      expect(html.match(/class="card"/g)!.length).toBeGreaterThan(2);
      expect(html).toMatch(/rel="canonical" href="[^"]*\/movies\/search\/language\/Tamil"/);
    },
  ],
  [
    'Search variants: language and genre together, by link',
    async (page, { films }) => {
      const movie = findFilm(
        films,
        ({ movieType, movieGenres }) => movieType === 'MOVIES' && movieGenres.length > 0,
      );
      await page.goto(
        href('moviesByBoth', {
          languages: movie.primaryLanguage,
          genres: movie.movieGenres[0]!.genre.genreName,
        }),
      );
      await expect(cards(page).filter({ hasText: movie.movieName }).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        `${movie.primaryLanguage} | ${movie.movieGenres[0]!.genre.genreName}`,
      );
    },
  ],
  [
    'Search variants: an unknown name finds nothing, and the page explains why',
    async (page) => {
      await page.goto(href('moviesByGenre', { genres: 'Klingon Opera' }));
      await expect(page.getByText(text.movieNotFound)).toBeVisible();
      await expect(page.getByText(text.notListed('Klingon Opera'))).toBeVisible();
      await expect(page.getByRole('link', { name: text.allMovies })).toHaveAttribute(
        'href',
        href('movies'),
      );
    },
  ],
  [
    'Lists: a failed list shows an error (§8) and loads after a retry',
    async (page) => {
      await page.goto(href('shortFilms'));
      await waitForFilters(page);
      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('button', { name: text.byRating }).click();
      await expect(page.getByText(text.moviesLoadFailed)).toBeVisible({ timeout: 20_000 });
      await page.unroute('**/api/**');
      await page.getByRole('button', { name: text.refresh }).click();
      await expect(cards(page)).toHaveCount(PAGE_SIZES.shortFilms);
    },
    '@deep',
  ],
  [
    'Short films: title, 12 a page, card with rating x.x/5 or -, name, DD MMM YYYY | language | genre',
    async (page, { films }) => {
      await page.goto(href('shortFilms'));
      await expect(page).toHaveTitle(new RegExp(`^${text.shortFilmsTitle}`));
      await expect(heading(page, text.shortFilms)).toBeVisible();
      await expect(cards(page)).toHaveCount(PAGE_SIZES.shortFilms);
      const link = await cards(page).first().getAttribute('href');
      const movie = findFilm(films, (each) => publicFilmHref(each) === link);
      const card = cards(page).first();
      await expect(card.locator('.details')).toHaveText(
        cardSubtitle(
          displayDate(movie.releaseDate, CINEMA_ZONE),
          movie.primaryLanguage,
          movie.movieGenres[0]?.genre.genreName,
        ),
      );
      await expect(card.locator('.rating')).toHaveText(displayCardRating(movie.avgRating));
      await expect(card.locator('.name')).toHaveText(movie.movieName);
      await expect(card.locator('.price')).toHaveText(
        movie.ticketRate > 0 ? `${displayRupees(movie.ticketRate)} ${text.plusGst}` : text.free,
      );
    },
  ],
  [
    'Web series: heading WEB SERIES, page title still Short Films List',
    async (page) => {
      await page.goto(href('webSeries'));
      await expect(page).toHaveTitle(new RegExp(`^${text.shortFilmsTitle}`));
      await expect(heading(page, text.webSeries)).toBeVisible();
    },
  ],
  [
    'Upcoming: name, release date, the link to the public page, Load More while there are more',
    async (page) => {
      await page.goto(href('upcoming'));
      await waitForFilters(page);
      await expect(heading(page, text.upcoming)).toBeVisible();
      const card = cards(page).first();
      expect(await card.getAttribute('href')).toMatch(/^\/v\//);
      await expect(card.locator('.release-date')).toHaveText(/^\d\d [A-Z]{3} \d{4}$/);
      const before = await cards(page).count();
      const more = page.getByRole('button', { name: commonMessages.loadMore });
      if (before < PAGE_SIZES.publicUpcoming) return expect(more).toBeHidden();
      await more.click();
      await expect.poll(() => cards(page).count()).toBeGreaterThan(before);
    },
  ],
];

testClauses(CLAUSES);

// At any time, the date in at least one of these zones differs from the date in India.
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
for (const zone of ZONES)
  test.describe(`in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test(
      'dates are in the viewer’s zone: before hydration, after it, and after Load More',
      { tag: zone === ZONES[0] ? [] : ['@deep'] },
      async ({ page }) => {
        const { content } = await (
          await page.request.get('/api/ott/public/upcomingmovies?size=100')
        ).json();
        const dates = new Map<number, string>(
          content.map(({ movieId, releaseDate }: Movie) => [
            movieId,
            displayDate(releaseDate, zone),
          ]),
        );
        const shown = () =>
          cards(page).evaluateAll((all: HTMLElement[]) =>
            all.map((card) => ({
              movieId: Number(card.dataset['movieId']),
              date: card.querySelector('time')!.textContent,
            })),
          );
        const expectViewerDates = async () => {
          for (const { movieId, date } of await shown()) expect(date).toBe(dates.get(movieId));
        };
        await page.goto(href('upcoming'), { waitUntil: 'domcontentloaded' });
        await expectViewerDates();
        await waitForFilters(page);
        await expectViewerDates();
        await page.getByRole('button', { name: commonMessages.loadMore }).click();
        await expect(cards(page)).toHaveCount(content.length);
        await expectViewerDates();
        await page.goto(href('home'));
        const next = content[0] as Movie;
        await expect(page.locator('.upcoming-dates .day').first()).toHaveText(
          new RegExp(
            displayDate(next.streamingStartDate, zone).slice(0, 6).replace(' ', '\\s*'),
            'i',
          ),
        );
      },
    );
  });

test.describe('signed in', () => {
  test('a film’s public page redirects to its details, and a search result opens them directly', async ({
    page,
    signIn,
    films,
  }) => {
    const movie = films.paid.find(({ movieNameEn }) => movieNameEn)!;
    await signIn();
    await page.goto(publicFilmHref(movie));
    await expect(page).toHaveURL(urlEndingIn(href('movieDetails', { movie_id: movie.movieId })));
    await page.goto(href('home'));
    await expect(
      page.getByRole('banner').getByRole('link', { name: layoutMessages.yourVideos }),
    ).toHaveAttribute('href', href('upcoming'));
    await search(page).pressSequentially(movie.movieNameEn!);
    await page.getByRole('option').filter({ hasText: movie.movieName }).first().click();
    await expect(page).toHaveURL(urlEndingIn(href('movieDetails', { movie_id: movie.movieId })));
  });

  test(
    'a card of the short films leads to the short film’s details',
    { tag: '@deep' },
    async ({ page, signIn }) => {
      await signIn();
      await page.goto(href('shortFilms'));
      await cards(page).first().click();
      await expect(page).toHaveURL(/\/shortfilm-details\/\d+\/?$/);
    },
  );
});
