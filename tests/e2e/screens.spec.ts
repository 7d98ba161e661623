import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { overflowingElement } from '../support/layout.ts';
import { openScreen, SCREENS } from '../support/screens.ts';

// The first producer screen starts a server.
test.beforeEach(() => test.slow());

/** Widths for the accessibility and touch target checks: phone and desktop. */
const CHECKED_WIDTHS = [390, 1440];
const RUNS = [
  { widths: [390], tag: [] },
  { widths: [320, 1440, 768], tag: ['@deep'] },
];

for (const screen of SCREENS)
  for (const { widths, tag } of RUNS)
    test(
      `${screen.name} is accessible, does not overflow and has 44 px targets, at ${widths.join(', ')}`,
      { tag: screen.isVariant ? ['@deep'] : tag },
      async ({ page, signIn, aTicket, films, allowConsoleErrors }) => {
        await openScreen(screen, { page, signIn, aTicket, films, allowConsoleErrors });
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect(await overflowingElement(page), `${width} px`).toBeNull();
          if (!CHECKED_WIDTHS.includes(width)) continue;
          await expectAccessible(page, `${width} px`);
          expect(await smallTargets(page), `${width} px`).toEqual([]);
        }
      },
    );

/** Targets under 44 px high; links inside a sentence are exempt (WCAG 2.5.8). */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:enabled, input:enabled, [role=option]',
      ),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          !element.closest('p, .skip-link, .sr-only'),
      )
      .map((element) => element.closest('label') ?? element)
      .map((element) => ({
        html: element.outerHTML.slice(0, 120),
        height: Math.round(
          element.getBoundingClientRect().height +
            2 * Math.max(0, -parseFloat(getComputedStyle(element, '::after').top) || 0),
        ),
      }))
      .filter(({ height }) => height > 0 && height < 44),
  );
