import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { expect } from './browser.ts';
import { PROJECT } from './project.ts';

// The builder brings its script in twice for each look: a page that has it does not read it again.
const AXE = `if (!window.axe) { ${readFileSync(join(PROJECT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8')} }`;

/** Every rule is asked; of what is in order, axe describes no more than one element each. */
const FOUND_ONLY = { resultTypes: ['violations'], selectors: false } as const satisfies RunOptions;

/** Nothing on the page, as it stands now, is in the way of a screen reader or a keyboard, as far as a machine can tell. */
export async function expectNoBarriers(page: Page, where?: string) {
  const found = await barriersOf(page);
  // What came while axe looked, a notice for instance, was perhaps still fading in: it is looked at again when it is there.
  expect(found.length > 0 ? await barriersOf(page) : [], where).toEqual([]);
}

async function barriersOf(page: Page) {
  await page.evaluate(movesEnded);
  // Chosen: axe's legacy mode. It asks all in the page itself; else it opens one more page each time, for frames of other origins, which we have none of.
  const { violations } = await new AxeBuilder({ page, axeSource: AXE }).setLegacyMode().options(FOUND_ONLY).analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
}

/** What fades in has little contrast until it is there; what turns for ever is not waited for. */
async function movesEnded() {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await nextFrame().then(nextFrame);
  const ends = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime))
    .map(({ finished }) => finished.catch(() => undefined));
  await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, 2000))]);
}
