import type { Page } from '@playwright/test';
import { expectNoBarriers } from '../support/barriers.ts';
import { expect, refused, test } from '../support/browser.ts';
import { SCREENS, settled } from '../support/screens.ts';

// The first of the producer's screens opens a house.
test.beforeEach(() => test.slow());

/** Where a screen reader's and a finger's way is tried: a phone and a desk. */
const TRIED = [390, 1440];
const RINGS = [
  { widths: [390], tag: [] },
  { widths: [320, 1440, 768], tag: ['@deep'] },
];

for (const { name, isVariant, as, open, look, complaint } of SCREENS)
  for (const { widths, tag } of RINGS)
    test(
      `${name}: no barrier, nothing off the side, targets of 44 pixels, at ${widths.join(', ')}`,
      { tag: isVariant ? ['@deep'] : tag },
      async ({ page, signIn, aTicket, films, allowComplaints }) => {
        allowComplaints(refused(404), ...(complaint ? [complaint] : []));
        const film = films.paid.find(({ trailorUrl }) => trailorUrl)!;
        const viewer = as && (await signIn());
        const ticket = as === 'holder' ? await aTicket(viewer!, film) : undefined;
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await open(page, film, ticket);
        await settled(page);
        await look?.(page);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          expect(await reachesOut(page), `${width} px`).toBeNull();
          if (!TRIED.includes(width)) continue;
          await expectNoBarriers(page, `${width} px`);
          expect(await smallTargets(page), `${width} px`).toEqual([]);
        }
      },
    );

/** What reaches furthest over the right edge, if anything does. */
const reachesOut = (page: Page) =>
  page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return null;
    const reach = [...document.body.querySelectorAll('*')].map(
      (element) => [element.getBoundingClientRect().right, element] as const,
    );
    const [right, element] = reach.toSorted(([one], [other]) => other - one)[0]!;
    return `${element.outerHTML.slice(0, 120)} reaches ${Math.round(right)}`;
  });

/** What can be pressed and is under 44 pixels high; links inside a sentence are exempt (WCAG 2.5.8). */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button:enabled, input:enabled, [role=option]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('p, .skip, .sr'))
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
