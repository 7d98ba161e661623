import type { Page } from '@playwright/test';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { href } from '#routes.ts';
import { expect, networkRests, refused, test } from '../support/browser.ts';

const LISTS = [href('movies'), href('shortFilms'), href('webSeries'), href('upcoming')];
const SEVERAL = href('moviesByLanguage', { languages: 'Tamil;Hindi' });

/** Lets the page's scripts come only when the test says so, as on a slow line. */
async function withoutScripts(page: Page) {
  let come = () => {};
  const waiting = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/_astro/*.js', async (route) => {
    await waiting;
    await route.continue();
  });
  return come;
}

test.describe('what is pressed before the scripts are there counts', () => {
  for (const [where, path, shown] of [
    ['on a list', href('movies'), /\/movies\?sort=rating$/],
    ['under a filter that only the address knows', SEVERAL, /\/language\/Hindi;Tamil\?sort=rating$/],
    ['beside a sort that the address asks for', `${href('shortFilms')}?sort=dates`, /\?sort=rating,dates$/],
  ] as const)
    test(`${where}, once for each button`, { tag: path === SEVERAL ? ['@deep'] : [] }, async ({ page }) => {
      const come = await withoutScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      const rating = page.getByRole('button', { name: text.byRating });
      await rating.click();
      await rating.click();
      await expect(rating).toHaveAttribute('aria-pressed', 'false');
      come();
      await expect(rating).toHaveAttribute('aria-pressed', 'true');
      await expect(page).toHaveURL(shown);
    });

  test('and a form is not sent', async ({ page }) => {
    const come = await withoutScripts(page);
    await page.goto(href('movies'), { waitUntil: 'commit' });
    await page.getByRole('button', { name: text.selectLanguage }).click();
    await page.getByRole('button', { name: text.apply }).click();
    await expect(page).toHaveURL(new RegExp(`${href('movies')}$`));
    come();
    await expect(page.getByRole('checkbox', { name: 'Tamil' })).toBeVisible();
  });
});

test('the content policy holds without a complaint', async ({ page }) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { violations: seen });
    addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.effectiveDirective} ${event.sourceFile}`),
    );
  });
  for (const path of [href('home'), ...LISTS, SEVERAL, href('signup')]) {
    await page.goto(path);
    await networkRests(page);
    const violations = await page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations);
    expect(violations, path).toEqual([]);
  }
});

test('the largest picture that a phone shows first is not a lazy one', async ({ page, allowComplaints }) => {
  allowComplaints(refused(404));
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [href('home'), ...LISTS, SEVERAL, '/nowhere']) {
    await page.goto(path);
    const largest = await page.evaluate(() => {
      const areaInSight = (image: Element) => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        const inSight = (from: number, to: number, most: number) => Math.max(0, Math.min(to, most) - Math.max(from, 0));
        return inSight(left, right, innerWidth) * inSight(top, bottom, innerHeight);
      };
      const [first] = [...document.images].sort((a, b) => areaInSight(b) - areaInSight(a));
      return first && { loading: first.loading, shown: new URL(first.currentSrc).pathname };
    });
    expect(largest?.loading, path).toMatch(/^(eager|auto)$/);
    const preloaded = page.locator('link[rel=preload][as=image]');
    expect(await preloaded.getAttribute('imagesrcset'), path).toContain(largest!.shown);
  }
});
