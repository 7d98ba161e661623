import AxeBuilder from '@axe-core/playwright';
import { expect, refused, test } from '../support/browser.ts';
import { SCREENS, settled } from '../support/screens.ts';

for (const { name, isMember, open } of SCREENS) {
  test(`${name}: a screen reader meets no serious barrier`, async ({ page, signIn, films, allowComplaints }) => {
    allowComplaints(refused(404));
    if (isMember) await signIn();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, films.paid[1]!);
    await settled(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html.slice(0, 200)) }))).toEqual([]);
  });
}
