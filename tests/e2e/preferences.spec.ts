import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { playbackMessages } from '#messages/playback.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, test } from '../support/browser.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import {
  findBlankControls,
  drawDistantSections,
  equalToUnselected,
  overflowingElement,
  unseenFocus,
} from '../support/layout.ts';
import { OFFICE_SCREENS } from '../support/office-screens.ts';
import { openFilm, pauseVideoAt } from '../support/player-page.ts';
import { openScreen, type Screen, SCREENS, waitUntilSettled } from '../support/screens.ts';
import { href } from '#routes.ts';

type Media = Parameters<Page['emulateMedia']>[0];
type Size = readonly [width: number, height: number];

interface View {
  name: string;
  media?: Media;
  /** Axe checks the colours, with these rules beside its default ones. */
  axeRules?: string[];
  sizes: Size[];
}

const LANDSCAPE_PHONE: Size = [844, 390];
const ENHANCED = ['color-contrast-enhanced'];
const VIEWS: View[] = [
  {
    name: 'forced colours',
    media: { forcedColors: 'active', colorScheme: 'dark' },
    sizes: [
      [390, 844],
      [1440, 900],
    ],
  },
  {
    name: 'forced light colours',
    media: { forcedColors: 'active' },
    sizes: [[390, 844]],
  },
  {
    name: 'more contrast',
    media: { contrast: 'more' },
    axeRules: ENHANCED,
    sizes: [
      [390, 844],
      [1440, 900],
    ],
  },
  {
    // 1280 × 800 at 200 %, and 1280 × 1024 at 400 %.
    name: 'zoom',
    sizes: [
      [640, 400],
      [320, 256],
    ],
  },
  { name: 'landscape', sizes: [LANDSCAPE_PHONE] },
  {
    name: 'dark',
    media: { colorScheme: 'dark' },
    axeRules: [],
    sizes: [
      [390, 844],
      [1440, 900],
    ],
  },
  {
    name: 'dark with more contrast',
    media: { colorScheme: 'dark', contrast: 'more' },
    axeRules: ENHANCED,
    sizes: [[390, 844]],
  },
];
const NO_PREFERENCE = {
  forcedColors: 'none',
  contrast: 'no-preference',
  colorScheme: 'light',
} as const;

test.beforeEach(({ isMobile }) => {
  test.skip(isMobile, 'sets its own sizes');
  test.setTimeout(240_000);
});

/** `prepare` opens what a change of the size closes. */
async function expectUsable(
  page: Page,
  screen: string,
  views: View[],
  prepare?: Screen['prepare'],
) {
  for (const { name, media, axeRules, sizes } of views)
    for (const [width, height] of sizes)
      await test.step(`${name}, ${width} px`, async () => {
        await page.emulateMedia({ ...NO_PREFERENCE, ...media });
        await page.setViewportSize({ width, height });
        if (prepare) {
          await page.reload();
          await waitUntilSettled(page);
          await prepare(page);
        }
        await drawDistantSections(page);
        const view = `${name}, ${width} px`;
        await page.evaluate(() => scrollTo(0, 0));
        const { picture, blank } = await findBlankControls(page);
        writeFileSync(
          test.info().outputPath(`${screen} ${view}.png`.replaceAll(/[^\w.]+/g, '-')),
          picture,
        );
        expect.soft(await overflowingElement(page), view).toBeNull();
        expect.soft(blank, view).toEqual([]);
        if (media?.forcedColors) expect.soft(await equalToUnselected(page), view).toEqual([]);
        if (name.startsWith('dark'))
          await expect.soft(page.locator('body'), view).toHaveCSS('color-scheme', 'dark');
        if (axeRules) await expectAccessible(page, view, axeRules);
        if (axeRules !== ENHANCED) expect.soft(await unseenFocus(page), view).toEqual([]);
      });
}

for (const screen of SCREENS)
  test(
    `${screen.name} can be used with forced colours, more contrast, zoom, in landscape and in dark colours`,
    { tag: '@deep' },
    async ({ page, signIn, aTicket, films, allowConsoleErrors }) => {
      await openScreen(screen, { page, signIn, aTicket, films, allowConsoleErrors });
      await expectUsable(
        page,
        screen.name,
        VIEWS,
        screen.allowedError ? undefined : screen.prepare,
      );
    },
  );

for (const { name, open, prepare } of OFFICE_SCREENS)
  test(
    `in the back office ${name} can be used with forced colours, more contrast, zoom, in landscape and in dark colours`,
    { tag: '@deep' },
    async ({ page, context, allowConsoleErrors }) => {
      allowConsoleErrors(failedLoadError(401, 403, 404, 409, 422));
      await withInProcessServer(context, async (server) => {
        await open(page, server);
        await expectUsable(page, `office ${name}`, VIEWS, prepare);
      });
    },
  );

test(
  'the charts of sales follow the colour scheme',
  { tag: '@deep' },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await OFFICE_SCREENS.find(({ name }) => name === 'the report of sales')!.open(page, server);
      // Chart.js sets the style of a canvas when it draws.
      const chart = page.locator('canvas[style]').first();
      const draw = () => chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
      const light = await draw();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(draw).not.toBe(light);
      await page.emulateMedia({ colorScheme: 'light' });
      await expect.poll(draw).toBe(light);
    });
  },
);

/** Controls of the player that are outside of the screen, or below another element. */
const unreachableControls = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'dialog[open] :is(button, input, [role=menuitem], [role^=menuitem])',
      ),
    ]
      .filter((element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      )
      .filter((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        return !isInside || !hit || !(element.contains(hit) || hit.contains(element));
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );

test(
  'a phone in landscape shows all controls of the film and of the trailer',
  { tag: '@deep' },
  async ({ page, films, signIn, aTicket }) => {
    const film = films.paid.find(({ trailorUrl }) => trailorUrl)!;
    await aTicket(await signIn(), film);
    const [width, height] = LANDSCAPE_PHONE;
    await page.setViewportSize({ width, height });
    const showControls = async () => {
      await pauseVideoAt(page, 2);
      await page.mouse.move(width / 2, height / 2);
      await expect(page.locator('.plyr--hide-controls')).toHaveCount(0);
    };
    await page.goto(href('movieDetails', { movie_id: film.movieId }));
    await page.locator('a[data-trailer]').first().click();
    await page.locator('.plyr__controls').waitFor();
    await showControls();
    expect(await unreachableControls(page)).toEqual([]);
    await page.getByRole('button', { name: playbackMessages.close, exact: true }).click();

    await openFilm(page);
    await showControls();
    expect(await unreachableControls(page)).toEqual([]);
    await page.locator('[data-plyr="settings"]').first().click();
    await page.getByRole('menuitem', { name: playbackMessages.player.quality }).click();
    await page.locator('[data-plyr="quality"]').last().scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath('settings.png') });
    await page.locator('[data-plyr="quality"]').last().click();
  },
);
