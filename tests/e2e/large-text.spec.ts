import type { Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { testScreens, useFonts } from '../support/text-sizes.ts';

useFonts({ defaultFontSize: 32 });

/** The smallest text has 9.5 px in a browser whose font size is 16 px. */
const SMALLEST_PX = 19;
/** Letters whose size follows a picture, and buttons that Google and PayPal draw. */
const OTHER_SIZES =
  '.drawn-poster, .portrait, .film-watermark, svg, canvas, .sandbox-google, [style*="font:"]';

const smallTexts = (page: Page) =>
  page.evaluate(
    ([smallest, otherSizes]) =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) =>
          [...element.childNodes].some((node) => node instanceof Text && /\S/.test(node.data)),
        )
        .filter((element) => element.checkVisibility() && !element.closest(otherSizes))
        .filter((element) => parseFloat(getComputedStyle(element).fontSize) < smallest)
        .map((element) => element.outerHTML.slice(0, 120)),
    [SMALLEST_PX, OTHER_SIZES] as const,
  );

testScreens('with a default font size of 32 px, and its text has twice the size', async (page) =>
  expect.soft(await smallTexts(page)).toEqual([]),
);
