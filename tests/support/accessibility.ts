import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { expect } from './browser.ts';
import { PROJECT } from './project.ts';

// The builder injects its script twice per analysis. The condition skips the second injection.
const AXE = `if (!window.axe) { ${readFileSync(join(PROJECT, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8')} }`;

/** Runs all rules, but limits the details of passed ones. */
const VIOLATIONS_ONLY = {
  resultTypes: ['violations'],
  selectors: false,
} as const satisfies RunOptions;

/** Fails on any violation that axe finds in the page's current state. `otherRules`: rules that axe does not apply by default. */
export async function expectAccessible(page: Page, context?: string, otherRules: string[] = []) {
  const found = await findViolations(page, otherRules);
  // An element may have been fading in during the first analysis, so it runs again.
  expect(found.length > 0 ? await findViolations(page, otherRules) : [], context).toEqual([]);
}

async function findViolations(page: Page, otherRules: string[]) {
  await page.evaluate(waitForAnimations);
  // Chosen: axe's legacy mode. The default opens another page per analysis for cross-origin frames, which we do not have.
  const { violations } = await new AxeBuilder({ page, axeSource: AXE })
    .setLegacyMode()
    .options({
      ...VIOLATIONS_ONLY,
      rules: Object.fromEntries(otherRules.map((rule) => [rule, { enabled: true }])),
    })
    .analyze();
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html }) => html.slice(0, 200)),
  }));
}

/** Fading elements have low contrast until they are complete. Endless animations are ignored. */
async function waitForAnimations() {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await nextFrame().then(nextFrame);
  const ends = document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
    )
    .map(({ finished }) => finished.catch(() => undefined));
  await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, 2000))]);
}
