import type { Page } from '@playwright/test';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { expect, waitForNetworkIdle, failedLoadError, test } from '../support/browser.ts';

const LISTS = [href('movies'), href('shortFilms'), href('webSeries'), href('upcoming')];
const SEVERAL_LANGUAGES = href('moviesByLanguage', { languages: 'Tamil;Hindi' });

/** Delays the page's scripts until the test releases them, as on a slow connection. */
async function delayScripts(page: Page) {
  let release = () => {};
  const waiting = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_astro/*.js', async (route) => {
    await waiting;
    await route.continue();
  });
  return release;
}

test.describe('clicks before the scripts are loaded', () => {
  for (const [where, path, expectedUrl] of [
    ['on a list', href('movies'), /\/movies\?sort=rating$/],
    [
      'under a filter that only the URL contains',
      SEVERAL_LANGUAGES,
      /\/language\/Hindi;Tamil\?sort=rating$/,
    ],
    ['with a sort order in the URL', `${href('shortFilms')}?sort=dates`, /\?sort=rating,dates$/],
  ] as const)
    test(
      `${where} are replayed once per button`,
      { tag: where === 'with a sort order in the URL' ? [] : ['@deep'] },
      async ({ page }) => {
        const releaseScripts = await delayScripts(page);
        await page.goto(path, { waitUntil: 'commit' });
        const rating = page.getByRole('button', { name: text.byRating });
        await rating.click();
        await rating.click();
        await expect(rating).toHaveAttribute('aria-pressed', 'false');
        releaseScripts();
        await expect(rating).toHaveAttribute('aria-pressed', 'true');
        await expect(page).toHaveURL(expectedUrl);
      },
    );

  test('do not submit a form', async ({ page, isMobile }) => {
    const releaseScripts = await delayScripts(page);
    await page.goto(href('movies'), { waitUntil: 'commit' });
    if (isMobile) await page.getByRole('button', { name: text.filterBy }).click();
    else {
      await page.getByRole('button', { name: text.selectLanguage }).click();
      await page.getByRole('button', { name: text.apply }).click();
    }
    await expect(page).toHaveURL(new RegExp(`${href('movies')}$`));
    releaseScripts();
    // The click opens the sheet of the phone, or the list of languages.
    const opened = isMobile
      ? page.getByRole('button', { name: text.selectLanguage })
      : page.getByRole('checkbox', { name: 'Tamil' });
    await expect(opened).toBeVisible();
  });
});

test('no page violates the content policy', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { violations: seen });
    addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.effectiveDirective} ${event.sourceFile}`),
    );
  });
  for (const path of [href('home'), ...LISTS, SEVERAL_LANGUAGES, href('signup')]) {
    await page.goto(path);
    await waitForNetworkIdle(page);
    const violations = await page.evaluate(
      () => (globalThis as unknown as { violations: string[] }).violations,
    );
    expect(violations, path).toEqual([]);
  }
});

test('the largest picture in a phone’s first view is not lazy', async ({
  page,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedLoadError(404));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [href('home'), ...LISTS, SEVERAL_LANGUAGES, '/nowhere']) {
    await page.goto(path);
    const largest = await page.evaluate(() => {
      const visibleArea = (image: Element) => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        const visibleLength = (from: number, to: number, max: number) =>
          Math.max(0, Math.min(to, max) - Math.max(from, 0));
        return visibleLength(left, right, innerWidth) * visibleLength(top, bottom, innerHeight);
      };
      const [first] = [...document.images].sort((a, b) => visibleArea(b) - visibleArea(a));
      return first && { loading: first.loading, shown: new URL(first.currentSrc).pathname };
    });
    expect(largest?.loading, path).toMatch(/^(eager|auto)$/);
    const preloaded = page.locator('link[rel=preload][as=image]');
    expect(await preloaded.getAttribute('imagesrcset'), path).toContain(largest!.shown);
  }
});
