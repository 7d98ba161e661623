import type { APIRequestContext, Page } from '@playwright/test';
import type { Collection, Movie } from '#contract/catalogue.ts';
import { refused, test } from './browser.ts';

/** What the house under test shows. */
export interface Shown {
  films: Movie[];
  collections: Collection[];
}
/** A clause of the specification's public screens, and what shows that it holds. */
export type Row = [clause: string, holds: (page: Page, house: Shown) => Promise<unknown>, tag?: '@phone' | '@deep'];

/** Asked for once: no test of this worker changes it. */
let shown: Promise<Shown> | undefined;

async function readShown(request: APIRequestContext): Promise<Shown> {
  const read = async (path: string) => (await (await request.get(`/api/ott/public/${path}`)).json()).content;
  return {
    films: await read('searchmovies?search=movieId%3E0&size=100'),
    collections: await read('mcollections/getall'),
  };
}

/** One test for each clause. */
export function testRows(rows: Row[]) {
  for (const [clause, holds, tag] of rows) {
    test(clause, { tag: tag ?? [] }, async ({ page, request, allowComplaints }) => {
      allowComplaints(refused(404), /net::ERR_FAILED/);
      await holds(page, await (shown ??= readShown(request)));
    });
  }
}

export const sample = (films: Movie[], wanted: (movie: Movie) => unknown): Movie => {
  const found = films.find(wanted);
  if (!found) throw new Error(`The sample cinema has no film with ${String(wanted)}`);
  return found;
};
export const endsIn = (path: string) => new RegExp(`${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?$`);
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
export const cards = (page: Page) => page.locator('main .grid-posters .card');
/** Until the filters listen: a page can be read before. */
export const awake = (page: Page) => page.locator('astro-island:not([ssr]) :is(.filters, .loadmore)').first().waitFor();
