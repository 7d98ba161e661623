import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import { button, field, openOffice, requiredField } from '../support/office-page.ts';

test.beforeEach(() => test.slow());

const previewOf = (page: Page) => page.locator('.office-frame').contentFrame();
const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();

test(
  'the form of a film shows its card and its page with what is typed',
  { tag: ['@deep', '@phone'] },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      // The picture is shown although no part of it arrives.
      await context.route(/\/api\/office\/uploads/, () => undefined);
      const film = await server.aFilm({ movieName: 'Night Rail', ticketRate: 149, poster: null });
      await openOffice(server, page, `#/movie/edit?film=${film.movieId}`, 'programmer');
      const preview = previewOf(page);
      const card = preview.locator('.card');
      await expect(card).toContainText('Night Rail');
      await expect(card).toContainText('₹149');
      await field(page, 'Name').fill('கடல்');
      await field(page, 'English name').fill('The Sea');
      await expect(card.locator('.name')).toHaveText('கடல்');
      await expect(preview.locator('h1')).toHaveText('கடல்');
      await field(page, 'Minimum age').fill('16');
      await expect(preview.locator('.age-rating')).toHaveText('16+');
      await field(page, 'Synopsis').fill('A long synopsis. '.repeat(30));
      await field(page, 'Synopsis in the film’s own language').fill('கடலின் கதை.');
      await expect(preview.getByText('கடலின் கதை.')).toBeVisible();
      await field(page, 'Cast and crew').fill('Asha Rao=Director');
      await expect(preview.getByText('Asha Rao')).toBeVisible();
      const poster = {
        name: 'poster.jpg',
        mimeType: 'image/jpeg',
        buffer: await aPicture(800, 1200),
      };
      await page.getByLabel(`Poster: ${text.chooseFile}`).setInputFiles(poster);
      const picture = card.locator('img');
      await expect(picture).toHaveAttribute('src', /^blob:/);
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(800);
      await expectAccessible(page);
      await page.getByRole('region', { name: text.asViewersSee }).focus();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.className)).not.toBe('office-frame');
      expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(
        false,
      );
      expect((await server.get(`/api/ott/public/movies/${film.movieId}`)).json.movieName).toBe(
        'Night Rail',
      );
    });
  },
);

test(
  'a new film, its price and its start are shown too',
  { tag: '@deep' },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await openOffice(server, page, '#/movie/add', 'programmer');
      const card = previewOf(page).locator('.card');
      await requiredField(page, 'Name').fill('The Long Monsoon');
      await requiredField(page, 'Price in rupees').fill('199');
      await expect(card).toContainText('The Long Monsoon');
      await expect(card).toContainText('₹199');
      const film = await server.aFilm();
      await openOffice(server, page, `#/movie/schedule?film=${film.movieId}`, 'programmer');
      await requiredField(page, 'Start of streaming').fill('2099-12-05 18:00');
      await expect(card).toContainText('05 Dec');
    });
  },
);

test(
  'the focal point of a poster is chosen with the mouse, with the keyboard or as a text',
  { tag: ['@deep', '@phone'] },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await context.route(/\/api\/office\/uploads/, () => undefined);
      const film = await server.aFilm({ poster: null });
      await openOffice(server, page, `#/media/poster?film=${film.movieId}`, 'programmer');
      await expect(page.getByText(text.focusNeedsFile)).toBeVisible();
      const picture = {
        name: 'wide.jpg',
        mimeType: 'image/jpeg',
        buffer: await aPicture(1200, 600),
      };
      await page.getByLabel(`File: ${text.chooseFile}`).setInputFiles(picture);
      const slider = page.getByRole('slider', { name: text.onPicture('Focal point') });
      const typed = field(page, 'Focal point');
      const crop = page.locator('.office-crop img');
      await expect(slider).toHaveAttribute('aria-valuetext', text.focusAt(50, 50));
      await expectAccessible(page);
      const { width, height } = (await slider.boundingBox())!;
      await slider.click({ position: { x: width * 0.8, y: height * 0.25 } });
      await expect(typed).toHaveValue('80,25');
      const { x, y } = (await slider.boundingBox())!;
      await page.mouse.move(x + width * 0.8, y + height * 0.25);
      await page.mouse.down();
      await page.mouse.move(x + width + 60, y + height * 0.75, { steps: 3 });
      await page.mouse.up();
      await expect(typed).toHaveValue('100,75');
      await typed.fill('80,25');
      await slider.press('ArrowLeft');
      await slider.press('Shift+ArrowDown');
      await expect(typed).toHaveValue('79,35');
      await expect(page.getByText(text.focusAt(79, 35))).toBeVisible();
      // The crop of 400 × 600 pixels begins at 748 of 800.
      await expect(crop).toHaveCSS('object-position', '93.5% 50%');
      await typed.fill('100,0');
      await expect(crop).toHaveCSS('object-position', '100% 50%');
      await expect(slider).toHaveAttribute('aria-valuenow', '100');
      await typed.fill('far left');
      await expect(slider).toHaveAttribute('aria-valuetext', text.focusAt(50, 50));
      await button(page, text.cancelUpload).click();
      await expect(slider).toBeHidden();
    });
  },
);
