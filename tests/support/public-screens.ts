import type { Page } from '@playwright/test';
import type { Movie } from '#contract/catalogue.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { sharedLink } from './browser.ts';

interface PublicScreen {
  name: string;
  /** Laid out as another screen of the list: only the deep ring looks at it. */
  isVariant?: true;
  open: (page: Page, film: Movie) => Promise<unknown>;
  /** The state that is looked at, after the page has come to rest. */
  look?: (page: Page) => Promise<unknown>;
  /** What the browser says of it besides, and may. */
  complaint?: RegExp;
}

const to = (path: string) => (page: Page) => page.goto(path);
const search = async (page: Page, term: string) => {
  await page.getByRole('combobox', { name: text.searchLabel }).focus();
  await page.keyboard.type(term);
};
const away = (page: Page) => page.route('**/api/**', (route) => route.abort());

/** Every public screen, and the states that no mock draws. */
export const PUBLIC_SCREENS: PublicScreen[] = [
  { name: 'home', open: to(href('home')) },
  {
    name: 'home, searching',
    open: to(href('home')),
    look: async (page) => (await search(page, 'a'), page.getByRole('option').first().waitFor()),
  },
  {
    name: 'home, nothing found',
    isVariant: true,
    open: to(href('home')),
    look: async (page) => (await search(page, 'zzqx'), page.getByText(text.movieNotFound).waitFor()),
  },
  { name: 'movies', open: to(href('movies')) },
  {
    name: 'movies, a select open',
    isVariant: true,
    open: async (page) => (await page.goto(href('movies')), page.locator('astro-island:not([ssr]) .filters').waitFor()),
    look: (page) => page.getByRole('button', { name: text.selectLanguage }).click(),
  },
  { name: 'movies of a language', isVariant: true, open: to(href('moviesByLanguage', { languages: 'Tamil' })) },
  { name: 'movies of a genre', isVariant: true, open: to(href('moviesByGenre', { genres: 'Drama' })) },
  {
    name: 'movies of several',
    isVariant: true,
    open: to(href('moviesByBoth', { languages: 'Hindi;Tamil', genres: 'Drama' })),
  },
  {
    name: 'movies of an unknown language',
    isVariant: true,
    open: to(href('moviesByLanguage', { languages: 'Klingon' })),
  },
  {
    name: 'movies without the API',
    isVariant: true,
    complaint: /net::ERR_FAILED/,
    open: async (page) => (await away(page), page.goto(href('moviesByLanguage', { languages: 'Hindi;Tamil' }))),
    look: (page) => page.getByText(text.moviesLoadFailed).waitFor({ timeout: 20_000 }),
  },
  { name: 'short films', isVariant: true, open: to(href('shortFilms')) },
  { name: 'web series', isVariant: true, open: to(href('webSeries')) },
  { name: 'upcoming', open: to(href('upcoming')) },
  { name: 'a film', open: (page, film) => page.goto(sharedLink(film)) },
  {
    name: 'a film with its trailer open',
    isVariant: true,
    open: (page, film) => page.goto(sharedLink(film)),
    look: (page) => page.locator('a[data-trailer]').first().click(),
  },
  { name: 'about us', open: to(href('aboutUs')) },
  { name: 'privacy policy', isVariant: true, open: to(href('privacyPolicy')) },
  { name: 'terms and conditions', isVariant: true, open: to(href('termsAndConditions')) },
  { name: 'contact us', isVariant: true, open: to(href('contactUs')) },
  { name: 'not found', open: to('/nowhere') },
];
