import type { Page } from '@playwright/test';
import type { Collection, Movie } from '#contract/catalogue.ts';
import { displayDate, displayRunningTime, HOUSE_ZONE } from '#domain/dates.ts';
import { cardLine } from '#domain/film.ts';
import { PAGE_SIZES, SYNOPSIS_LIMIT } from '#domain/limits.ts';
import { cardRating } from '#domain/rating.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { contentMessages } from '#messages/content.ts';
import { layoutMessages } from '#messages/layout.ts';
import { sessionMessages } from '#messages/session.ts';
import { href } from '#routes.ts';
import { expect, refused, sharedLink, test } from '../support/browser.ts';

interface House {
  films: Movie[];
  collections: Collection[];
}
type Row = [clause: string, holds: (page: Page, house: House) => Promise<unknown>];

const sample = (films: Movie[], wanted: (movie: Movie) => unknown): Movie => {
  const found = films.find(wanted);
  if (!found) throw new Error(`The sample cinema has no film with ${String(wanted)}`);
  return found;
};
const endsIn = (path: string) => new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?$`);
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const cards = (page: Page) => page.locator('main .grid-posters .card');
const search = (page: Page) => page.getByRole('combobox', { name: text.searchLabel });
/** Until the filters listen: a page can be read before. */
const awake = (page: Page) => page.locator('astro-island:not([ssr]) :is(.filters, .loadmore)').first().waitFor();
const openFilm = async (page: Page, films: Movie[], wanted: (movie: Movie) => unknown) => {
  const movie = sample(films, wanted);
  await page.goto(sharedLink(movie));
  return movie;
};

/** Spec §2, its public screens, clause by clause; §5, §8 and §9 where these screens show them. */
const ROWS: Row[] = [
  [
    'Header: Logo to /, links Home, Movies, Short Films, Sign in to /signup; no Your Videos, no Dashboard',
    async (page) => {
      await page.goto(href('movies'));
      const top = page.getByRole('banner');
      for (const [name, path] of [
        [layoutMessages.home, href('home')],
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
      const movie = sample(films, ({ movieNameEn }) => movieNameEn);
      await page.goto(href('home'));
      await search(page).pressSequentially(movie.movieNameEn!);
      await page.getByRole('option').filter({ hasText: movie.movieName }).first().click();
      await expect(page).toHaveURL(endsIn(sharedLink(movie)));
    },
  ],
  [
    'Header: the search says when nothing is found (§8)',
    async (page) => {
      await page.goto(href('home'));
      await search(page).pressSequentially('zzqx');
      await expect(page.getByText(text.movieNotFound)).toBeVisible();
    },
  ],
  [
    'Header: the search says when it cannot be asked (§8)',
    async (page) => {
      await page.goto(href('home'));
      await page.route('**/api/**', (route) => route.abort());
      await search(page).pressSequentially('rain');
      await expect(page.getByText(text.moviesLoadFailed)).toBeVisible({ timeout: 20_000 });
    },
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
        const more = page.getByRole('link', { name: text.moreOf(title), exact: true });
        expect([href('movies'), href('shortFilms')]).toContain(await more.getAttribute('href'));
      }
    },
  ],
  [
    'Home: the banner turns by itself, and stops at the pause control',
    async (page) => {
      await page.goto(href('home'));
      const shown = page.locator('.banner .slide[data-shown]');
      const first = await shown.getAttribute('aria-label');
      await expect(shown).not.toHaveAttribute('aria-label', first!, { timeout: 8000 });
      await page.getByRole('button', { name: text.pauseBanner }).click();
      await page.mouse.move(0, 0);
      const paused = await shown.getAttribute('aria-label');
      await page.waitForTimeout(3500);
      await expect(shown).toHaveAttribute('aria-label', paused!);
    },
  ],
  [
    'Home: under reduced motion the banner stands still and can be started',
    async (page) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(href('home'));
      await expect(page.getByRole('button', { name: text.playBanner })).toBeVisible();
      const shown = page.locator('.banner .slide[data-shown]');
      const first = await shown.getAttribute('aria-label');
      await page.waitForTimeout(3500);
      await expect(shown).toHaveAttribute('aria-label', first!);
    },
  ],
  [
    'Home: Submit Your Film Today leads to /submit-film, Join Today to /signup',
    async (page) => {
      await page.goto(href('home'));
      await expect(page.getByRole('link', { name: text.submitYourFilm })).toHaveAttribute('href', href('submitFilm'));
      await expect(heading(page, text.joinToday)).toBeVisible();
    },
  ],
  [
    'Movies list: carousel, toggles, selects, Apply, Reset, TRENDING MOVIES, Load More, UPCOMING, collections',
    async (page, { collections }) => {
      await page.goto(href('movies'));
      for (const title of [text.streamingNow, text.trending, text.upcoming, ...collections.map(({ name }) => name)])
        await expect(heading(page, title)).toBeVisible();
      for (const name of [
        text.byRating,
        text.byDates,
        text.selectLanguage,
        text.selectGenre,
        text.apply,
        text.reset,
        text.loadMore,
      ])
        await expect(page.getByRole('button', { name })).toBeVisible();
      await expect(cards(page)).toHaveCount(PAGE_SIZES.movies);
    },
  ],
  [
    'Movies list: a sort toggle applies at once and stands in the address; Back undoes it',
    async (page) => {
      await page.goto(href('movies'));
      await awake(page);
      const rating = page.getByRole('button', { name: text.byRating });
      await rating.click();
      await expect(page).toHaveURL(/\?sort=rating$/);
      await expect(rating).toHaveAttribute('aria-pressed', 'true');
      const shown = async () =>
        (await page.locator('main .grid-posters .rt').allTextContents()).map((each) => parseFloat(each) || 0);
      await expect
        .poll(async () => (await shown()).every((each, index, all) => index === 0 || each <= all[index - 1]!))
        .toBe(true);
      await page.goBack();
      await expect(rating).toHaveAttribute('aria-pressed', 'false');
    },
  ],
  [
    'Search variants: Apply leads to a shareable address that shows its filter; Reset to /movies',
    async (page) => {
      await page.goto(href('movies'));
      await awake(page);
      await page.getByRole('button', { name: text.selectLanguage }).click();
      await page.getByRole('checkbox', { name: 'Tamil' }).check();
      await page.getByRole('checkbox', { name: 'Hindi' }).check();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: text.apply }).click();
      await expect(page).toHaveURL(endsIn('/movies/search/language/Hindi;Tamil'));
      await page.reload();
      await expect(page.getByRole('button', { name: text.selectLanguage })).toContainText('Hindi, Tamil');
      await expect(page).toHaveTitle(new RegExp(`^${text.filtered(text.moviesTitle, 'Hindi, Tamil')}`));
      for (const line of await page.locator('main .grid-posters .ln').allTextContents())
        expect(line).toMatch(/Hindi|Tamil/);
      await page.getByRole('button', { name: text.reset }).click();
      await expect(page).toHaveURL(endsIn(href('movies')));
      await expect(page.getByRole('button', { name: text.selectLanguage })).toContainText(text.any);
    },
  ],
  [
    'Search variants: a single language is a page of its own, whole without scripts',
    async (page) => {
      const html = await (await page.request.get(href('moviesByLanguage', { languages: 'Tamil' }))).text();
      expect(html).toMatch(/<h1[^>]*>TRENDING MOVIES/);
      expect(html.match(/class="card"/g)!.length).toBeGreaterThan(2);
      expect(html).toMatch(/rel="canonical" href="[^"]*\/movies\/search\/language\/Tamil"/);
    },
  ],
  [
    'Search variants: language and genre together, by link',
    async (page, { films }) => {
      const movie = sample(films, ({ movieType, movieGenres }) => movieType === 'MOVIES' && movieGenres.length > 0);
      await page.goto(
        href('moviesByBoth', { languages: movie.primaryLanguage, genres: movie.movieGenres[0]!.genre.genreName }),
      );
      await expect(cards(page).filter({ hasText: movie.movieName }).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(
        `${movie.primaryLanguage} | ${movie.movieGenres[0]!.genre.genreName}`,
      );
    },
  ],
  [
    'Search variants: an unknown name finds nothing, and says why',
    async (page) => {
      await page.goto(href('moviesByGenre', { genres: 'Klingon Opera' }));
      await expect(page.getByText(text.movieNotFound)).toBeVisible();
      await expect(page.getByText(text.notListed('Klingon Opera'))).toBeVisible();
    },
  ],
  [
    'Lists: a failed list says so (§8) and comes again',
    async (page) => {
      await page.goto(href('shortFilms'));
      await awake(page);
      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('button', { name: text.byRating }).click();
      await expect(page.getByText(text.moviesLoadFailed)).toBeVisible({ timeout: 20_000 });
      await page.unroute('**/api/**');
      await page.getByRole('button', { name: text.refresh }).click();
      await expect(cards(page)).toHaveCount(PAGE_SIZES.shortFilms);
    },
  ],
  [
    'Short films: title, 12 a page, card with rating x.x/5 or -, name, DD MMM YYYY | language | genre',
    async (page, { films }) => {
      await page.goto(href('shortFilms'));
      await expect(page).toHaveTitle(new RegExp(`^${text.shortFilmsTitle}`));
      await expect(heading(page, text.shortFilms)).toBeVisible();
      await expect(cards(page)).toHaveCount(PAGE_SIZES.shortFilms);
      const link = await cards(page).first().getAttribute('href');
      const movie = sample(films, (each) => sharedLink(each) === link);
      const card = cards(page).first();
      await expect(card.locator('.ln')).toHaveText(
        cardLine(
          displayDate(movie.releaseDate, HOUSE_ZONE),
          movie.primaryLanguage,
          movie.movieGenres[0]?.genre.genreName,
        ),
      );
      await expect(card.locator('.rt')).toHaveText(cardRating(movie.avgRating));
      await expect(card.locator('.nm')).toHaveText(movie.movieName);
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
      await awake(page);
      await expect(heading(page, text.upcoming)).toBeVisible();
      const card = cards(page).first();
      expect(await card.getAttribute('href')).toMatch(/^\/v\//);
      await expect(card.locator('.when')).toHaveText(/^\d\d [A-Z]{3} \d{4}$/);
      const before = await cards(page).count();
      const more = page.getByRole('button', { name: text.loadMore });
      if (before < PAGE_SIZES.publicUpcoming) return expect(more).toBeHidden();
      await more.click();
      await expect.poll(() => cards(page).count()).toBeGreaterThan(before);
    },
  ],
  [
    'Film: name, language, HH h mm m, release month, N+, genre tags, Book Now to /signup',
    async (page, { films }) => {
      const movie = await openFilm(
        page,
        films,
        ({ ageRating, runningTime, movieGenres }) => ageRating && runningTime && movieGenres.length > 1,
      );
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
      await expect(page.locator('.hero .meta > span')).toHaveText([
        movie.primaryLanguage,
        displayRunningTime(movie.runningTime),
        movie.releaseMonth!,
        `${movie.ageRating}+`,
      ]);
      for (const { genre } of movie.movieGenres)
        await expect(page.locator('.hero').getByRole('link', { name: genre.genreName, exact: true })).toBeVisible();
      const book = page.getByRole('link', { name: text.bookNow, exact: true }).locator('visible=true').first();
      expect(await book.getAttribute('href')).toMatch(new RegExp(`^${href('signup')}`));
    },
  ],
  [
    'Film: a synopsis past 290 characters opens with Read more and closes with Read less',
    async (page, { films }) => {
      const movie = await openFilm(
        page,
        films,
        ({ movieDescription }) => movieDescription.length > SYNOPSIS_LIMIT + 20,
      );
      const end = movie.movieDescription.trim().slice(-15);
      await expect(page.locator('.synopsis .rest').first()).toBeHidden();
      await page.getByRole('button', { name: text.readMore }).click();
      await expect(page.locator('.synopsis .rest').first()).toContainText(end);
      await page.getByRole('button', { name: text.readLess }).click();
      await expect(page.locator('.synopsis .rest').first()).toBeHidden();
    },
  ],
  [
    'Film: CAST & CREW with picture or default icon, name and role',
    async (page, { films }) => {
      const movie = await openFilm(page, films, ({ movieActors }) => movieActors.length > 1);
      await expect(heading(page, text.castAndCrew)).toBeVisible();
      const people = page.locator('.cast li');
      await expect(people).toHaveCount(movie.movieActors.length);
      await expect(people.first()).toContainText(movie.movieActors[0]!.actorRole);
      await expect(page.locator('.cast li .face > :is(img, svg)')).toHaveCount(movie.movieActors.length);
    },
  ],
  [
    'Film: Rating with five stars and x / 5, leading to /signup',
    async (page, { films }) => {
      await openFilm(page, films, ({ avgRating }) => avgRating !== null && avgRating > 0 && avgRating <= 5);
      await expect(heading(page, text.rating)).toBeVisible();
      await expect(page.locator('.film-cols .stars .star')).toHaveCount(5);
      for (const name of [text.rateThis, text.writeReview])
        expect(await page.getByRole('link', { name }).getAttribute('href')).toMatch(new RegExp(`^${href('signup')}`));
    },
  ],
  [
    'Film: without a rating above 0 there is no Rating',
    async (page, { films }) => {
      await openFilm(page, films, ({ avgRating }) => !avgRating);
      await expect(heading(page, text.synopsis)).toBeVisible();
      await expect(heading(page, text.rating)).toBeHidden();
    },
  ],
  [
    'Film: a trailer opens in a popup player with Close',
    async (page, { films }) => {
      await openFilm(page, films, ({ trailorUrl }) => trailorUrl);
      await page.locator('a[data-trailer]').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.getByRole('button', { name: text.close }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  ],
  [
    'Film: on paper the whole story stands, and nothing to press',
    async (page, { films }) => {
      await openFilm(page, films, ({ movieDescription }) => movieDescription.length > SYNOPSIS_LIMIT + 20);
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('.synopsis .rest').first()).toBeVisible();
      for (const press of ['.top', '.foot', '.dock', '.rev', '.synopsis .toggle'])
        await expect(page.locator(press)).toBeHidden();
    },
  ],
  [
    'Film: without the API it says what cannot be done now, when somebody is about to',
    async (page, { films }) => {
      await openFilm(page, films, ({ ticketRate }) => ticketRate > 0);
      await page.route('**/api/**', (route) => route.abort());
      await page.getByRole('link', { name: text.bookNow, exact: true }).locator('visible=true').first().focus();
      await expect(page.getByText(commonMessages.apiAway)).toBeVisible({ timeout: 20_000 });
    },
  ],
  ...(['aboutUs', 'privacyPolicy', 'termsAndConditions', 'contactUs'] as const).map((route): Row => [
    `${contentMessages[route]}: title, breadcrumb, the server’s text with its line breaks`,
    async (page) => {
      await page.goto(href(route));
      await expect(heading(page, contentMessages[route])).toBeVisible();
      await expect(page.getByRole('navigation', { name: contentMessages.breadcrumb })).toContainText(
        contentMessages[route],
      );
      const words = page.locator('article .measure');
      expect((await words.textContent())!).toContain('\n');
      await expect(words).toHaveCSS('white-space-collapse', 'preserve-breaks');
    },
  ]),
  [
    'Footer: about, terms, privacy, contact',
    async (page) => {
      await page.goto(href('home'));
      const foot = page.getByRole('contentinfo');
      for (const name of ['aboutUs', 'termsAndConditions', 'privacyPolicy', 'contactUs'] as const)
        await expect(foot.locator(`a[href="${href(name)}"]`).first()).toBeVisible();
    },
  ],
];

for (const [clause, holds] of ROWS) {
  test(clause, async ({ page, request, allowComplaints }) => {
    // The last is Chromium giving up a page transition on a busy machine; the new page is there all the same.
    allowComplaints(refused(404), /net::ERR_FAILED/, /InvalidStateError Transition was aborted/);
    const read = async (path: string) => (await (await request.get(`/api/ott/public/${path}`)).json()).content;
    await holds(page, {
      films: await read('searchmovies?search=movieId%3E0&size=100'),
      collections: await read('mcollections/getall'),
    });
  });
}

test.describe('signed in', () => {
  test('a film’s public page sends on to its details, a search result goes there at once', async ({
    page,
    signIn,
    films,
  }) => {
    const movie = films.paid.find(({ movieNameEn }) => movieNameEn)!;
    await signIn();
    await page.goto(sharedLink(movie));
    await expect(page).toHaveURL(endsIn(href('movieDetails', { movie_id: movie.movieId })));
    await page.goto(href('home'));
    await expect(page.getByRole('banner').getByRole('link', { name: layoutMessages.yourVideos })).toHaveAttribute(
      'href',
      href('upcoming'),
    );
    await search(page).pressSequentially(movie.movieNameEn!);
    await page.getByRole('option').filter({ hasText: movie.movieName }).first().click();
    await expect(page).toHaveURL(endsIn(href('movieDetails', { movie_id: movie.movieId })));
  });

  test('a card of the short films leads to the short film’s details', async ({ page, signIn }) => {
    await signIn();
    await page.goto(href('shortFilms'));
    await cards(page).first().click();
    await expect(page).toHaveURL(/\/shortfilm-details\/\d+\/?$/);
  });
});
