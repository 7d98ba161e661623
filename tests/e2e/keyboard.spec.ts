import { bookingMessages } from '#messages/booking.ts';
import { detailMessages } from '#messages/details.ts';
import { playbackMessages } from '#messages/playback.ts';
import { href } from '#routes.ts';
import { expect, payPopup, tabTo, test } from '../support/browser.ts';

test(
  'a ticket is booked, paid and opened with the keyboard alone',
  { tag: '@deep' },
  async ({ page, signIn, films }) => {
    const movie = films.paid[10]!;
    await signIn();
    await page.goto(href('ticketBooking', { movie_id: movie.movieId }));
    const now = page.getByRole('button', { name: bookingMessages.now }).first();
    await now.waitFor();
    await tabTo(page, now);
    await page.keyboard.press('Enter');
    await tabTo(
      page,
      page.getByRole('button', { name: bookingMessages.continue }).locator('visible=true'),
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(href('payment')));
    const pay = page.getByRole('button', { name: /^Pay ₹/ }).locator('visible=true');
    await pay.waitFor();
    await tabTo(page, pay);
    await page.keyboard.press('Enter');
    await expect(payPopup(page)).toBeVisible();
    await page.keyboard.press('Enter'); // the popup focuses its first field
    await expect(page).toHaveURL(new RegExp(href('movieDetails', { movie_id: movie.movieId })));
    await expect(page.getByRole('dialog', { name: detailMessages.booked })).toBeVisible();
    await page.keyboard.press('Escape');
    const watch = page
      .getByRole('button', { name: detailMessages.watchNow })
      .locator('visible=true');
    await watch.waitFor();
    await tabTo(page, watch);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: playbackMessages.decline }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(playbackMessages.copyrightWarning)).toBeHidden();
    await expect(watch).toBeFocused();
  },
);

test('focused elements are visibly marked', async ({ page }) => {
  await page.goto(href('home'));
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement!);
      return {
        hasOutline:
          (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none',
        html: document.activeElement!.outerHTML.slice(0, 120),
      };
    });
    expect(focused.hasOutline, focused.html).toBe(true);
  }
});
