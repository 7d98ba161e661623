import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Movie } from '#contract/catalogue.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { expect, refused, sharedLink, test } from '../support/browser.ts';
import { settled } from '../support/screens.ts';

interface Screen {
  name: string;
  open: (page: Page, film: Movie) => Promise<unknown>;
  /** The state that is looked at, after the page has come to rest. */
  look?: (page: Page) => Promise<unknown>;
}

const to = (path: string) => (page: Page) => page.goto(path);
const search = async (page: Page, term: string) => {
  await page.getByRole('combobox', { name: text.searchLabel }).focus();
  await page.keyboard.type(term);
};
const away = (page: Page) => page.route('**/api/**', (route) => route.abort());

/** Every public route, and the states that no mock draws. */
const SCREENS: Screen[] = [
  { name: 'home', open: to(href('home')) },
  {
    name: 'home, searching',
    open: to(href('home')),
    look: async (page) => (await search(page, 'a'), page.getByRole('option').first().waitFor()),
  },
  {
    name: 'home, nothing found',
    open: to(href('home')),
    look: async (page) => (await search(page, 'zzqx'), page.getByText(text.movieNotFound).waitFor()),
  },
  { name: 'movies', open: to(href('movies')) },
  {
    name: 'movies, a select open',
    open: async (page) => (await page.goto(href('movies')), page.locator('astro-island:not([ssr]) .filters').waitFor()),
    look: (page) => page.getByRole('button', { name: text.selectLanguage }).click(),
  },
  { name: 'movies of a language', open: to(href('moviesByLanguage', { languages: 'Tamil' })) },
  { name: 'movies of a genre', open: to(href('moviesByGenre', { genres: 'Drama' })) },
  { name: 'movies of several', open: to(href('moviesByBoth', { languages: 'Hindi;Tamil', genres: 'Drama' })) },
  { name: 'movies of an unknown language', open: to(href('moviesByLanguage', { languages: 'Klingon' })) },
  {
    name: 'movies without the API',
    open: async (page) => (await away(page), page.goto(href('moviesByLanguage', { languages: 'Hindi;Tamil' }))),
    look: (page) => page.getByText(text.moviesLoadFailed).waitFor({ timeout: 20_000 }),
  },
  { name: 'short films', open: to(href('shortFilms')) },
  { name: 'web series', open: to(href('webSeries')) },
  { name: 'upcoming', open: to(href('upcoming')) },
  { name: 'a film', open: (page, film) => page.goto(sharedLink(film)) },
  {
    name: 'a film with its trailer open',
    open: (page, film) => page.goto(sharedLink(film)),
    look: (page) => page.locator('a[data-trailer]').first().click(),
  },
  { name: 'about us', open: to(href('aboutUs')) },
  { name: 'privacy policy', open: to(href('privacyPolicy')) },
  { name: 'terms and conditions', open: to(href('termsAndConditions')) },
  { name: 'contact us', open: to(href('contactUs')) },
  { name: 'not found', open: to('/nowhere') },
];

for (const { name, open, look } of SCREENS) {
  test(`${name}: at 390, 768 and 1440 pixels no barrier, nothing off the side, targets of 44 pixels`, async ({
    page,
    request,
    allowComplaints,
  }) => {
    allowComplaints(refused(404), /net::ERR_FAILED/);
    const { content } = (await (await request.get('/api/ott/public/streamingnow?size=100')).json()) as {
      content: Movie[];
    };
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await open(
        page,
        content.find(({ trailorUrl }) => trailorUrl)!,
      );
      await settled(page);
      await look?.(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html.slice(0, 200)) })),
        `${width} px`,
      ).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        `${width} px`,
      ).toBeLessThanOrEqual(0);
      expect(await smallTargets(page), `${width} px`).toEqual([]);
    }
  });
}

/** What can be pressed and is under 44 pixels high; links inside a sentence are exempt (WCAG 2.5.8). */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, [role=option]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('p, .skip, .sr'))
      .map((element) => element.closest('label') ?? element)
      .map((element) => ({
        html: element.outerHTML.slice(0, 120),
        height: Math.round(
          element.getBoundingClientRect().height +
            2 * Math.max(0, -parseFloat(getComputedStyle(element, '::after').top) || 0),
        ),
      }))
      .filter(({ height }) => height > 0 && height < 44),
  );
