import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKED_ASTRO, withPlainRebuildHint } from '#rebuild/render/astro-internals.ts';
import { PROJECT } from '../../support/project.ts';

const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  dependencies: { astro: string };
};

test('the page renderer was checked with the Astro of package.json (docs/recipes.md, "Upgrade Astro")', () => {
  expect(CHECKED_ASTRO).toBe(dependencies.astro);
});

describe('a failure', () => {
  const reason = '/movies could not be rendered: status 500';

  test('does not name the plain rebuild if a page fails with the checked Astro', () => {
    expect(withPlainRebuildHint(reason)).toBe(reason);
  });

  test('names the plain rebuild if the renderer fails', () => {
    expect(withPlainRebuildHint(reason, { isRendererError: true })).toBe(
      `${reason}\nBuild the site without the page renderer: npm run cinema -- rebuild --plain`,
    );
  });

  test('names both versions and the plain rebuild once if another Astro is installed', () => {
    const explained = withPlainRebuildHint(reason, { installed: '8.0.0' });
    expect(explained).toBe(
      `${reason}\nThe page renderer was checked with Astro ${CHECKED_ASTRO}, and 8.0.0 is installed. Build the site without the page renderer: npm run cinema -- rebuild --plain`,
    );
    expect(withPlainRebuildHint(explained, { installed: '8.0.0', isRendererError: true })).toBe(
      explained,
    );
  });
});
