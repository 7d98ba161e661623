import type { Page } from '@playwright/test';
import { expect, waitForNetworkIdle, waitForNextPaint } from './browser.ts';

/** The steps of a viewer. Yields a name for each screen that is compared. */
export type Journey = (page: Page) => AsyncGenerator<string, void>;

/**
 * Plays the same journey on a page and on a translated page. Expects after each step that both show the same texts and the same
 * values of fields, and that the main part is not empty.
 */
export async function expectSameScreens([plain, translated]: [Page, Page], journey: Journey) {
  const plainSteps = journey(plain);
  const translatedSteps = journey(translated);
  for (;;) {
    const [step, translatedStep] = [await plainSteps.next(), await translatedSteps.next()];
    if (step.done || translatedStep.done) return;
    for (const page of [plain, translated]) {
      await waitForNetworkIdle(page);
      await waitForNextPaint(page);
    }
    await expect(async () => {
      const shown = await shownTexts(translated);
      expect(shown.length, 'a screen').toBeGreaterThan(0);
      expect(shown, `translated: ${step.value}`).toEqual(await shownTexts(plain));
    }).toPass({ timeout: 10_000 });
  }
}

/** Two pages differ in the numbers of orders, films and mobiles, in network addresses, and in the names of coupons and of members of the office. */
const OWN_VALUES = /\+?\d{5,}|No\. \d+|\d+(\.\d+){3}|(?<=member-|CODE)\d+/g;

const shownTexts = async (page: Page) =>
  (await page.evaluate(readTexts)).map((each) => each.replaceAll(OWN_VALUES, '…'));

/** The texts that are shown, and the values of the fields, from the top to the bottom of the page. */
function readTexts(): string[] {
  // The watermark has the number of the viewer. Browsers draw a bar for the text of a progress.
  const UNSEEN = 'script, style, noscript, progress, [data-watermark]';
  const shown: string[] = [];
  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
  );
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node instanceof Element ? node : node.parentElement!;
    if (element.closest(UNSEEN) || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (node instanceof Text && !element.closest('textarea'))
      shown.push(node.data.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ').trim());
    if (node instanceof HTMLInputElement && (node.type === 'checkbox' || node.type === 'radio'))
      shown.push(node.checked ? '☑' : '☐');
    else if (element === node && element.matches('input, textarea, select'))
      shown.push((node as HTMLInputElement).value);
  }
  return shown.filter(Boolean);
}
