import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/** Nothing on the page, as it stands now, is in the way of a screen reader or a keyboard, as far as a machine can tell. */
export async function expectNoBarriers(page: Page, where?: string) {
  // Chosen: axe's legacy mode. It asks all in the page itself; else it opens one more page each time, for frames of other origins, which we have none of.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
  expect(found, where).toEqual([]);
}
