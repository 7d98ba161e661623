import AxeBuilder from '@axe-core/playwright';
import { expect, refused, test } from '../support/browser.ts';
import { SCREENS, settled } from '../support/screens.ts';

for (const { name, as, open } of SCREENS) {
  test(`${name}: a screen reader meets no serious barrier`, async ({
    page,
    signIn,
    aTicket,
    films,
    allowComplaints,
  }) => {
    allowComplaints(refused(404));
    const viewer = as && (await signIn());
    const ticket = as === 'holder' ? await aTicket(viewer!, films.paid[1]!) : undefined;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, films.paid[1]!, ticket);
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      serious.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html.slice(0, 200)) })),
    ).toEqual([]);
  });
}
