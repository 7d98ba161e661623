import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/** Nothing on the page, as it stands now, is in the way of a screen reader or a keyboard, as far as a machine can tell. */
export async function expectNoBarriers(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 200)) }))).toEqual([]);
}
