import { MINUTE } from '#domain/limits/durations.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { disputeMessages } from '#messages/disputes.ts';
import { href } from '#routes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, test } from '../support/browser.ts';
import { aDisputedTicket } from '../support/disputes.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import { overflowingElement } from '../support/layout.ts';
import { button, field, heading, openOffice } from '../support/office-page.ts';

// The first test of a worker opens the in-process server.
test.beforeEach(() => test.slow());

test(
  'a member finds a dispute from the overview, downloads its evidence, and follows it to the order and back',
  { tag: '@phone' },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(403));
    await withInProcessServer(context, async (server) => {
      const { disputeId, orderNo } = await aDisputedTicket(server);
      const member = await openOffice(server, page, '#/', 'finance');
      await page.getByRole('link', { name: text.openDisputes, exact: true }).click();
      await expect(heading(page)).toHaveText(nounTitle('dispute'));
      const row = page.locator('tr').filter({ hasText: disputeId });
      await expect(row).toContainText(disputeMessages.meanings.chargeback);
      await expectAccessible(page);
      await row.getByRole('link', { name: disputeId }).click();
      await expect(button(page, text.downloadEvidence)).toBeVisible();
      await expectAccessible(page);

      server.clock.advance(6 * MINUTE);
      const download = page.waitForEvent('download');
      await button(page, text.downloadEvidence).click();
      await field(page, text.code).fill(member.nextCode());
      await button(page, text.confirm).click();
      const evidence = await download;
      expect(evidence.suggestedFilename()).toBe(`dispute-${disputeId}.pdf`);
      // Playwright does not route downloads.
      const { pathname } = new URL(evidence.url());
      const reply = await server.get(pathname, { headers: { cookie: member.client.cookie } });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);

      await page.getByRole('link', { name: orderNo, exact: true }).first().click();
      const timeline = page.getByRole('list', { name: text.orderTimeline });
      await timeline.getByRole('link', { name: disputeId }).click();
      await expect(button(page, text.downloadEvidence)).toBeVisible();
    });
  },
);

test('the list and the page of a dispute fit the window at 390, 768 and 1440 px', async ({
  page,
  context,
}) => {
  await withInProcessServer(context, async (server) => {
    const film = await server.aFilm({
      movieName: 'The Long Way Round to the Lighthouse, and Back Before the Tide',
    });
    const { disputeId } = await aDisputedTicket(server, film);
    await openOffice(server, page, '#/dispute', 'owner');
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${href('office')}#/dispute`);
      await page.getByRole('link', { name: disputeId }).waitFor();
      expect(await overflowingElement(page), `the list at ${width} px`).toBeNull();
      await page.getByRole('link', { name: disputeId }).click();
      await expect(button(page, text.downloadEvidence)).toBeVisible();
      expect(await overflowingElement(page), `the dispute at ${width} px`).toBeNull();
    }
  });
});

test(
  'a dispute of a payment that is not known here has no evidence',
  { tag: ['@deep'] },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await server.database.query(
        `insert into disputes (dispute_id, provider, provider_payment_id, amount, currency, state, phase, opened_at, changed_at)
       values ('disp_unknown', 'razorpay', 'pay_of_another_shop', 9900, 'INR', 'open', 'a new phase', $1, $1)
       on conflict do nothing`,
        [server.clock.now()],
      );
      await openOffice(server, page, '#/dispute/show?dispute=disp_unknown', 'finance');
      await expect(page.getByText(disputeMessages.unknownPayment).first()).toBeVisible();
      await expect(button(page, text.downloadEvidence)).toHaveCount(0);
      await expectAccessible(page);
    });
  },
);
