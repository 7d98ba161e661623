import { href } from '#routes.ts';
import { contentMessages } from '#messages/content.ts';
import { expect, test } from '../support/browser.ts';

test('a page transition that a resize interrupts is no error', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const size = page.viewportSize()!;
  for (let turn = 0; turn < 3; turn++) {
    await page.goto(href('aboutUs'));
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: contentMessages.termsAndConditions })
      .click();
    await page.setViewportSize({ width: size.width - 40, height: size.height - 40 });
    await page.setViewportSize(size);
    await expect(
      page.getByRole('heading', { level: 1, name: contentMessages.termsAndConditions }),
    ).toBeVisible();
  }
});
