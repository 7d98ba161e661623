import type { Page } from '@playwright/test';
import type { Movie } from '#contract/catalogue.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { publicFilmHref } from './browser.ts';
import { openFilterSheet, waitForFilters } from './clause-tests.ts';
import { expectPlayback, pauseVideoAt } from './player-page.ts';

interface PublicScreen {
  name: string;
  /** Has the layout of another screen: only the deep ring tests it. */
  isVariant?: true;
  open: (page: Page, film: Movie) => Promise<unknown>;
  /** Brings the loaded page into the tested state. */
  prepare?: (page: Page) => Promise<unknown>;
  /** A browser console error that is allowed. */
  allowedError?: RegExp;
}

const goTo = (path: string) => (page: Page) => page.goto(path);
const search = async (page: Page, term: string) => {
  await page.getByRole('combobox', { name: text.searchLabel }).focus();
  await page.keyboard.type(term);
};
const blockApi = (page: Page) => page.route('**/api/**', (route) => route.abort());

/** All public screens, including states that the design does not show. */
export const PUBLIC_SCREENS: PublicScreen[] = [
  { name: 'home', open: goTo(href('home')) },
  {
    name: 'home, searching',
    open: goTo(href('home')),
    prepare: async (page) => (await search(page, 'a'), page.getByRole('option').first().waitFor()),
  },
  {
    name: 'home, searching a genre',
    isVariant: true,
    open: goTo(href('home')),
    prepare: async (page) => (
      await search(page, 'thriller'),
      page.getByRole('option').first().waitFor()
    ),
  },
  {
    name: 'home, nothing found',
    isVariant: true,
    open: goTo(href('home')),
    prepare: async (page) => (
      await search(page, 'zzqx'),
      page.getByText(text.movieNotFound).waitFor()
    ),
  },
  { name: 'movies', open: goTo(href('movies')) },
  {
    name: 'movies, a select open',
    isVariant: true,
    open: async (page) => (await page.goto(href('movies')), waitForFilters(page)),
    prepare: async (page) => (
      await openFilterSheet(page),
      page.getByRole('button', { name: text.selectLanguage }).click()
    ),
  },
  {
    name: 'movies, the filters open',
    isVariant: true,
    open: async (page) => (await page.goto(href('movies')), waitForFilters(page)),
    prepare: openFilterSheet,
  },
  {
    name: 'movies of a language',
    isVariant: true,
    open: goTo(href('moviesByLanguage', { languages: 'Tamil' })),
  },
  {
    name: 'movies of a genre',
    isVariant: true,
    open: goTo(href('moviesByGenre', { genres: 'Drama' })),
  },
  {
    name: 'movies of several',
    isVariant: true,
    open: goTo(href('moviesByBoth', { languages: 'Hindi;Tamil', genres: 'Drama' })),
  },
  {
    name: 'movies of an unknown language',
    isVariant: true,
    open: goTo(href('moviesByLanguage', { languages: 'Klingon' })),
  },
  {
    name: 'movies without the API',
    isVariant: true,
    allowedError: /net::ERR_FAILED/,
    open: async (page) => (
      await blockApi(page),
      page.goto(href('moviesByLanguage', { languages: 'Hindi;Tamil' }))
    ),
    prepare: (page) => page.getByText(text.moviesLoadFailed).waitFor({ timeout: 20_000 }),
  },
  { name: 'short films', isVariant: true, open: goTo(href('shortFilms')) },
  { name: 'web series', isVariant: true, open: goTo(href('webSeries')) },
  { name: 'upcoming', open: goTo(href('upcoming')) },
  { name: 'a film', open: (page, film) => page.goto(publicFilmHref(film)) },
  {
    name: 'a film with its trailer open',
    isVariant: true,
    open: (page, film) => page.goto(publicFilmHref(film)),
    prepare: async (page) => (
      await page.locator('a[data-trailer]').first().click(),
      await expectPlayback(page),
      pauseVideoAt(page, 2)
    ),
  },
  { name: 'about us', open: goTo(href('aboutUs')) },
  { name: 'privacy policy', isVariant: true, open: goTo(href('privacyPolicy')) },
  { name: 'terms and conditions', isVariant: true, open: goTo(href('termsAndConditions')) },
  { name: 'contact us', isVariant: true, open: goTo(href('contactUs')) },
  { name: 'not found', open: goTo('/nowhere') },
];
