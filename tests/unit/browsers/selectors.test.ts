import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../support/project.ts';

/** Chromium 79, the oldest browser, throws at them. In style sheets, the build and `polyfills.ts` replace them. */
const UNKNOWN_SELECTOR = /:not\([^()]*,|:(is|where|has)\(/;
/** It asks the browser whether it knows the selector. */
const ASKS_FIRST = 'src/browsers/polyfills.ts';

const stripStyles = (text: string) => text.replaceAll(/<style[^]*?<\/style>/g, '');

test('no script of a page selects elements in a way that the oldest browsers do not know', () => {
  const files = globSync(
    'src/{islands,ui,stores,browsers,layouts,components,pages}/**/*.{ts,tsx,js,astro}',
    {
      cwd: PROJECT,
    },
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((file) => {
    const text = readFileSync(join(PROJECT, file), 'utf8');
    return UNKNOWN_SELECTOR.test(file.endsWith('.astro') ? stripStyles(text) : text);
  });
  expect(
    found.filter((file) => file !== ASKS_FIRST && !file.endsWith('flatten-layers.ts')),
  ).toEqual([]);
});
