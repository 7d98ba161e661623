import { expect, refused, test } from '../support/browser.ts';
import { SCREENS, settled } from '../support/screens.ts';

for (const { name, as, open } of SCREENS) {
  test(`${name}: nothing runs off the side, from 320 to 1440 pixels`, async ({
    page,
    signIn,
    aTicket,
    films,
    allowComplaints,
  }) => {
    allowComplaints(refused(404));
    const viewer = as && (await signIn());
    const ticket = as === 'holder' ? await aTicket(viewer!, films.paid[2]!) : undefined;
    await open(page, films.paid[2]!, ticket);
    await settled(page);
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth,
        window: innerWidth,
        widest: widestOf(document.body),
      }));
      expect(overflow.page, `${width} px: ${overflow.widest}`).toBeLessThanOrEqual(overflow.window);
    }
  });
}

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    // For the message only: what reaches furthest to the right.
    (globalThis as any).widestOf = (root: Element) => {
      const reach = [...root.querySelectorAll('*')].map(
        (element) => [element.getBoundingClientRect().right, element] as const,
      );
      const [right, element] = reach.toSorted(([one], [other]) => other - one)[0] ?? [0, root];
      return `${element.outerHTML.slice(0, 120)} reaches ${Math.round(right)}`;
    };
  }),
);

declare const widestOf: (root: Element) => string;
