import type { Movie } from '#contract/catalogue.ts';
import { catalogueMessages as text } from '#messages/catalogue.ts';
import { commonMessages } from '#messages/common.ts';
import { href } from '#routes.ts';
import { expect, publicFilmHref, tabTo, test } from '../support/browser.ts';
import { waitForFilters } from '../support/clause-tests.ts';

test(
  'the catalogue is used with the keyboard alone: filter, find, open, play and close a trailer',
  { tag: '@deep' },
  async ({ page, request }) => {
    const { content } = (await (
      await request.get('/api/ott/public/streamingnow?size=100')
    ).json()) as {
      content: Movie[];
    };
    const movie = content.find(({ trailorUrl, movieNameEn }) => trailorUrl && movieNameEn)!;
    await page.goto(href('movies'));
    await waitForFilters(page);

    const select = page.getByRole('button', { name: text.selectLanguage });
    await tabTo(page, select);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('checkbox', { name: movie.primaryLanguage }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(select).toBeFocused();
    await expect(select).toContainText(movie.primaryLanguage);
    await tabTo(page, page.getByRole('button', { name: text.apply }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(
      new RegExp(`${href('moviesByLanguage', { languages: movie.primaryLanguage })}$`),
    );
    await expect(page.getByRole('heading', { level: 1 })).toContainText(movie.primaryLanguage);

    await page.goto(href('home'));
    const search = page.getByRole('combobox', { name: text.searchLabel });
    await tabTo(page, search);
    await page.keyboard.type(movie.movieNameEn!);
    const option = page.getByRole('option').filter({ hasText: movie.movieName }).first();
    await expect(option).toBeVisible();
    await expect(search).toHaveAttribute('aria-expanded', 'true');
    for (
      let press = 0;
      press < 10 && (await option.getAttribute('aria-selected')) !== 'true';
      press++
    )
      await page.keyboard.press('ArrowDown');
    await expect(search).toHaveAttribute(
      'aria-activedescendant',
      (await option.getAttribute('id'))!,
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${publicFilmHref(movie)}/?$`));

    const tile = page.locator('a[data-trailer]').filter({ hasText: text.trailer }).first();
    await tabTo(page, tile);
    await page.keyboard.press('Enter');
    const player = page.getByRole('dialog');
    await expect(player).toBeVisible();
    await expect
      .poll(() => player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
      .toBeGreaterThan(0);
    await tabTo(page, player.getByRole('button', { name: text.close }));
    await page.keyboard.press('Enter');
    await expect(player).toBeHidden();
    await expect(tile).toBeFocused();
  },
);

test('Escape closes the search list and keeps the text of the field', async ({ page }) => {
  await page.goto(href('home'));
  const search = page.getByRole('combobox', { name: text.searchLabel });
  await tabTo(page, search);
  await page.keyboard.type('zzqx');
  await expect(page.getByText(text.movieNotFound)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText(text.movieNotFound)).toBeHidden();
  await expect(search).toHaveValue('zzqx');
});

test('Load More leaves the focus on the first new card', async ({ page }) => {
  await page.goto(href('movies'));
  await waitForFilters(page);
  const cards = page.locator('.trending .poster-grid .card');
  await tabTo(page, page.getByRole('button', { name: commonMessages.loadMore }));
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(24);
  await expect(cards.nth(12)).toBeFocused();
});
