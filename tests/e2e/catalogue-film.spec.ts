import type { Page } from '@playwright/test';
import type { Movie } from '#contract/catalogue.ts';
import { displayRunningTime } from '#domain/format/durations.ts';
import { SYNOPSIS_MAX_LETTERS } from '#domain/limits/catalogue.ts';
import { displayRating } from '#domain/rating.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { contentMessages } from '#messages/content.ts';
import { href } from '#routes.ts';
import { expect, publicFilmHref, test } from '../support/browser.ts';
import { heading, type Clause, findFilm, testClauses } from '../support/clause-tests.ts';

const openFilm = async (page: Page, films: Movie[], wanted: (movie: Movie) => unknown) => {
  const movie = findFilm(films, wanted);
  await page.goto(publicFilmHref(movie));
  return movie;
};

/** Spec §2 (screens and routes): film page, content pages and footer. */
const CLAUSES: Clause[] = [
  [
    'Film: name, language, HH h mm m, release month, age rating (N+), genre tags, Book Now to /signup',
    async (page, { films }) => {
      const movie = await openFilm(
        page,
        films,
        ({ ageRating, runningTime, movieGenres }) =>
          ageRating && runningTime && movieGenres.length > 1,
      );
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
      await expect(page.locator('.film-hero .dot-separated > span')).toHaveText([
        movie.primaryLanguage,
        displayRunningTime(movie.runningTime),
        movie.releaseMonth!,
        `${movie.ageRating}+`,
      ]);
      for (const { genre } of movie.movieGenres)
        await expect(
          page.locator('.film-hero').getByRole('link', { name: genre.genreName, exact: true }),
        ).toBeVisible();
      const book = page
        .getByRole('link', { name: text.bookNow, exact: true })
        .locator('visible=true')
        .first();
      expect(await book.getAttribute('href')).toMatch(new RegExp(`^${href('signup')}`));
    },
  ],
  [
    'Film: a synopsis past 290 characters opens with Read more and closes with Read less',
    async (page, { films }) => {
      const movie = await openFilm(
        page,
        films,
        ({ movieDescription }) => movieDescription.length > SYNOPSIS_MAX_LETTERS + 20,
      );
      const end = movie.movieDescription.trim().slice(-15);
      await expect(page.locator('.synopsis .remainder').first()).toBeHidden();
      await page.getByRole('button', { name: text.readMore }).click();
      await expect(page.locator('.synopsis .remainder').first()).toContainText(end);
      await page.getByRole('button', { name: text.readLess }).click();
      await expect(page.locator('.synopsis .remainder').first()).toBeHidden();
    },
  ],
  [
    'Film: CAST & CREW with picture or default icon, name and role',
    async (page, { films }) => {
      const movie = await openFilm(page, films, ({ movieActors }) => movieActors.length > 1);
      await expect(heading(page, text.castAndCrew)).toBeVisible();
      const people = page.locator('.cast li');
      await expect(people).toHaveCount(movie.movieActors.length);
      const [{ actor, actorRole }] = movie.movieActors as [Movie['movieActors'][number]];
      await expect(people.first()).toContainText(actor.actorName);
      await expect(people.first()).toContainText(actorRole);
      await expect(page.locator('.cast li .portrait > :is(img, svg)')).toHaveCount(
        movie.movieActors.length,
      );
    },
  ],
  [
    'Film: Rating shows five stars and x / 5; Rate this film and Write a review lead to /signup',
    async (page, { films }) => {
      const movie = await openFilm(
        page,
        films,
        ({ avgRating }) => avgRating !== null && avgRating > 0 && avgRating <= 5,
      );
      await expect(heading(page, text.rating)).toBeVisible();
      await expect(page.locator('.average-rating')).toHaveText(
        text.outOf(displayRating(movie.avgRating)!),
      );
      await expect(page.locator('.film-columns .stars .star')).toHaveCount(5);
      for (const name of [text.rateThis, text.writeReview])
        expect(await page.getByRole('link', { name }).getAttribute('href')).toMatch(
          new RegExp(`^${href('signup')}`),
        );
    },
  ],
  [
    'Film: the section Rating is hidden if the film has no rating',
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
    'Film: the print shows the whole synopsis and no buttons',
    async (page, { films }) => {
      await openFilm(
        page,
        films,
        ({ movieDescription }) => movieDescription.length > SYNOPSIS_MAX_LETTERS + 20,
      );
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('.synopsis .remainder').first()).toBeVisible();
      for (const selector of [
        '.site-header',
        '.site-footer',
        '.bottom-bar',
        '.film-reviews',
        '.synopsis .toggle',
      ])
        await expect(page.locator(selector)).toBeHidden();
    },
  ],
  [
    'Film: without the API, a note appears when a visitor focuses Book Now',
    async (page, { films }) => {
      await openFilm(page, films, ({ ticketRate }) => ticketRate > 0);
      await page.route('**/api/**', (route) => route.abort());
      await page
        .getByRole('link', { name: text.bookNow, exact: true })
        .locator('visible=true')
        .first()
        .focus();
      await expect(page.getByText(commonMessages.apiUnavailable)).toBeVisible({ timeout: 20_000 });
    },
  ],
  ...(['aboutUs', 'privacyPolicy', 'termsAndConditions', 'contactUs'] as const).map(
    (route): Clause => [
      `${contentMessages[route]}: title, breadcrumb, the server’s text with its line breaks`,
      async (page) => {
        await page.goto(href(route));
        await expect(heading(page, contentMessages[route])).toBeVisible();
        await expect(
          page.getByRole('navigation', { name: contentMessages.breadcrumb }),
        ).toContainText(contentMessages[route]);
        const content = page.locator('article .measure');
        const name = href(route).slice(1);
        const { pageContent } = await (
          await page.request.get(`/api/ott/public/pages/${name}`)
        ).json();
        const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean);
        expect(linesOf(await content.innerText())).toEqual(linesOf(pageContent));
        expect(await content.getByRole('heading').count()).toBeGreaterThan(2);
      },
    ],
  ),
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

testClauses(CLAUSES);

for (const isSignedIn of [false, true])
  test(
    `Back, Escape and Close all close a trailer ${isSignedIn ? 'on a viewer’s page of the film' : 'on the public page of the film'}, and leave no history entry`,
    { tag: isSignedIn ? ['@deep'] : ['@phone'] },
    async ({ page, signIn, films }) => {
      const movie = findFilm(films.paid, ({ trailorUrl }) => trailorUrl);
      if (isSignedIn) await signIn();
      await page.goto(href('aboutUs'));
      await page.goto(
        isSignedIn ? href('movieDetails', { movie_id: movie.movieId }) : publicFilmHref(movie),
      );
      const address = page.url();
      const historyIndex = () => page.evaluate(() => navigation.currentEntry?.index);
      const index = await historyIndex();
      const player = page.getByRole('dialog');
      const waysToClose = [
        () => page.goBack(),
        () => page.keyboard.press('Escape'),
        () => player.getByRole('button', { name: text.close }).click(),
      ];
      for (const closePlayer of waysToClose) {
        await page.locator('a[data-trailer]').first().click();
        await expect(player).toBeVisible();
        await closePlayer();
        await expect(player).toBeHidden();
        await expect.poll(historyIndex).toBe(index);
        expect(page.url()).toBe(address);
      }
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`${href('aboutUs')}/?$`));
    },
  );
