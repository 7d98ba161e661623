import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, failedLoadError, test } from './browser.ts';
import { withInProcessServer } from './in-process-server.ts';
import {
  findBlankControls,
  clippedTexts,
  drawDistantSections,
  overflowingElement,
  overlaps,
} from './layout.ts';
import { OFFICE_SCREENS } from './office-screens.ts';
import { openScreen, type Screen, SCREENS, waitUntilSettled } from './screens.ts';

/** Chromium's settings of fonts, in px. */
interface FontSettings {
  defaultFontSize?: number;
  minimumFontSize?: number;
}

/** A list, a form, a choice, a payment and a ticket. */
const FIRST_RING = ['movies', 'sign up', 'booking', 'payment', 'a ticket'];
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** Starts this file's browsers with the settings. */
export function useFonts(settings: FontSettings) {
  const values = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  test.use({
    launchOptions: [
      async ({ launchOptions }, use) =>
        use({
          ...launchOptions,
          args: [...(launchOptions.args ?? []), `--blink-settings=${values.join(',')}`],
        }),
      { scope: 'worker' },
    ],
  });
}

/** Nothing overflows, is cut off or covers another part, on each screen. */
export function testScreens(
  condition: string,
  expectMore: (page: Page) => Promise<unknown> = async () => undefined,
) {
  test.beforeEach(({ isMobile }) => {
    test.skip(isMobile, 'sets its own sizes');
    test.setTimeout(240_000);
  });

  for (const screen of SCREENS)
    test(
      `${screen.name} is whole ${condition}`,
      { tag: FIRST_RING.includes(screen.name) ? [] : ['@deep'] },
      async ({ page, signIn, aTicket, films, allowConsoleErrors }) => {
        await openScreen(screen, { page, signIn, aTicket, films, allowConsoleErrors });
        await expectWhole(
          page,
          screen.name,
          screen.allowedError ? undefined : screen.prepare,
          expectMore,
        );
      },
    );

  for (const { name, open, prepare } of OFFICE_SCREENS)
    test(
      `in the back office ${name} is whole ${condition}`,
      { tag: '@deep' },
      async ({ page, context, allowConsoleErrors }) => {
        allowConsoleErrors(failedLoadError(401, 403, 404, 409, 422));
        await withInProcessServer(context, async (server) => {
          await open(page, server);
          await expectWhole(page, `office ${name}`, prepare, expectMore);
        });
      },
    );
}

async function expectWhole(
  page: Page,
  screen: string,
  prepare: Screen['prepare'],
  expectMore: (page: Page) => Promise<unknown>,
) {
  for (const size of SIZES)
    await test.step(`${size.width} px`, async () => {
      await page.setViewportSize(size);
      if (prepare) {
        await page.reload();
        await waitUntilSettled(page);
        await prepare(page);
      }
      await drawDistantSections(page);
      await page.evaluate(() => scrollTo(0, 0));
      const { picture, blank } = await findBlankControls(page);
      writeFileSync(
        test.info().outputPath(`${screen} ${size.width}.png`.replaceAll(/[^\w.]+/g, '-')),
        picture,
      );
      const view = `${size.width} px`;
      expect.soft(await overflowingElement(page), view).toBeNull();
      expect.soft(await clippedTexts(page), view).toEqual([]);
      expect.soft(await overlaps(page), view).toEqual([]);
      expect.soft(blank, view).toEqual([]);
      await expectMore(page);
    });
}
