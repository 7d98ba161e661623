import { commonMessages } from '#messages/common.ts';
import { href } from '#routes.ts';
import { expect, failedLoadError, publicFilmHref, test } from '../support/browser.ts';

test.beforeEach(({ allowConsoleErrors }) => allowConsoleErrors(failedLoadError(404)));

for (const address of ['/nowhere', '/v/no-such-film/nosuchkey', '/movies/search/language'])
  test(
    `${address} is not found, and the page links to home`,
    { tag: address === '/nowhere' ? [] : ['@deep'] },
    async ({ page }) => {
      expect((await page.goto(address))!.status()).toBe(404);
      await expect(page.getByRole('heading', { name: commonMessages.pageNotFound })).toBeVisible();
      await page.getByRole('link', { name: commonMessages.goHome }).click();
      await expect(page).toHaveURL(/:\d+\/$/);
    },
  );

test('a link with the right key and a wrong name still opens the film', async ({ page, films }) => {
  const movie = films.paid[9]!;
  const response = await page.goto(
    href('publicMovie', { movie_name: 'another-name', movie_id: movie.movieKey }),
  );
  expect(response!.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`${publicFilmHref(movie)}/?$`),
  );
});
