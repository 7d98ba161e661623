import type { APIRequestContext, Page } from '@playwright/test';
import type { Collection, Movie } from '#contract/catalogue.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { failedLoadError, test } from './browser.ts';

/** Content of the server under test. */
export interface ServerContent {
  films: Movie[];
  collections: Collection[];
}
/** A clause of the specification and its check. */
export type Clause = [
  clause: string,
  check: (page: Page, server: ServerContent) => Promise<unknown>,
  tag?: '@phone' | '@deep',
];

/** Fetched once per worker: no test changes it. */
let serverContent: Promise<ServerContent> | undefined;

async function fetchContent(request: APIRequestContext): Promise<ServerContent> {
  const read = async (path: string) =>
    (await (await request.get(`/api/ott/public/${path}`)).json()).content;
  return {
    films: await read('searchmovies?search=movieId%3E0&size=100'),
    collections: await read('mcollections/getall'),
  };
}

export function testClauses(rows: Clause[]) {
  for (const [clause, check, tag] of rows) {
    test(clause, { tag: tag ?? [] }, async ({ page, request, allowConsoleErrors }) => {
      allowConsoleErrors(failedLoadError(404), /net::ERR_FAILED/);
      await check(page, await (serverContent ??= fetchContent(request)));
    });
  }
}

export const findFilm = (films: Movie[], isMatch: (movie: Movie) => unknown): Movie => {
  const found = films.find(isMatch);
  if (!found) throw new Error(`The sample cinema has no film with ${String(isMatch)}`);
  return found;
};
export const urlEndingIn = (path: string) =>
  new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?$`);
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true });
export const cards = (page: Page) => page.locator('main .poster-grid .card');
/** On a phone the selects are in a sheet. */
export async function openFilterSheet(page: Page) {
  const opener = page.getByRole('button', { name: catalogueMessages.filterBy });
  if (await opener.isVisible()) await opener.click();
}
/** Hovers over the filters or Load More, and waits until they are hydrated. */
export async function waitForFilters(page: Page) {
  await page.locator('astro-island :is(.filters, .load-more)').first().hover();
  await page.locator('astro-island:not([ssr]) :is(.filters, .load-more)').first().waitFor();
}
