import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { cinemaMonthRange, lastCinemaMonth } from '#domain/fiscal-year.ts';
import { MINUTE } from '#domain/limits/durations.ts';
import { commonMessages } from '#messages/common.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { href } from '#routes.ts';
import { aChannel } from '../support/channels.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, failedLoadError, tabTo, test } from '../support/browser.ts';
import { closeContext, routeToServer, withInProcessServer } from '../support/in-process-server.ts';
import { anInvitation, appCode, OFFICE_PASSWORD } from '../support/office.ts';
import { button, field, heading, openOffice, requiredField } from '../support/office-page.ts';

// The first test of a worker opens the in-process server.
test.beforeEach(() => test.slow());

async function typeByKeyboard(page: Page, target: Locator, typed: string) {
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.type(typed);
}

async function pressByKeyboard(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Shows the dry run, then applies the change. */
async function apply(page: Page) {
  await pressByKeyboard(page, button(page, text.dryRun));
  await expect(page.getByRole('heading', { name: text.wouldChange })).toBeVisible();
  await pressByKeyboard(page, button(page, text.apply));
}

const expectDone = (page: Page) =>
  expect(page.getByRole('heading', { name: text.changed })).toBeVisible();

test('an invitation leads through the second factor and the recovery codes to the overview', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedLoadError(401));
  await withInProcessServer(context, async (server) => {
    const { name, invitation } = await anInvitation(server, ['owner']);
    await page.goto(`${href('office')}#invitation=${invitation}`);
    await expect(heading(page)).toHaveText(text.welcome(name));
    await expectAccessible(page);
    const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '');
    await field(page, text.newPassword).fill('short');
    await field(page, text.code).fill('000000');
    await button(page, text.accept).click();
    await expect(page.getByText(text.passwordTooShort(12))).toBeVisible();
    await field(page, text.newPassword).fill(OFFICE_PASSWORD);
    await field(page, text.code).fill(appCode(secret, server.clock.now()));
    await button(page, text.accept).click();
    await expect(heading(page)).toHaveText(text.recoveryTitle);
    await expect(page.getByRole('listitem')).toHaveCount(10);
    await expectAccessible(page);
    await button(page, text.stored).click();
    await expect(heading(page)).toHaveText(text.overview);
    await expectAccessible(page);
    if (await button(page, text.menu).isVisible()) await button(page, text.menu).click();
    await button(page, text.signOut).click();
    await expect(heading(page)).toHaveText(text.signInTitle);

    server.clock.advance(30_000);
    await field(page, text.name).fill(name);
    await field(page, text.password).fill(OFFICE_PASSWORD);
    await field(page, text.code).fill('000000');
    await button(page, text.signIn).click();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await expectAccessible(page);
    await field(page, text.code).fill(appCode(secret, server.clock.now()));
    await button(page, text.signIn).click();
    await expect(heading(page)).toHaveText(text.overview);
  });
});

test('a programmer finds a film, corrects its price, and confirms after the session has ended', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(failedLoadError(401));
  await withInProcessServer(context, async (server) => {
    const film = await server.aFilm({ ticketRate: 149, movieName: 'The Salt Ferry' });
    await server.aFilm({ movieName: 'Another film' });
    const member = await openOffice(server, page, '#/movie', 'programmer');
    await page.getByLabel('Name or reference').fill('salt ferry');
    await button(page, text.applyFilters).click();
    const table = page.getByRole('table', { name: nounTitle('movie') });
    await expect(table.getByText('The Salt Ferry')).toBeVisible();
    await expect(table.getByText('Another film')).toHaveCount(0);

    await page.goto(`${href('office')}#/movie/price?film=${film.movieId}`);
    await expect(requiredField(page, 'Price in rupees')).toHaveValue('149');
    await requiredField(page, 'Price in rupees').fill('99');
    await context.clearCookies();
    await button(page, text.dryRun).click();
    const dialog = page.getByRole('dialog', { name: text.sessionEnded });
    await dialog.getByLabel(text.password).fill(OFFICE_PASSWORD);
    await dialog.getByLabel(text.code).fill(member.nextCode());
    await dialog.getByRole('button', { name: text.signIn }).click();
    await expect(page.getByRole('heading', { name: text.wouldChange })).toBeVisible();
    await button(page, text.apply).click();
    await expectDone(page);
    expect((await server.get(`/api/ott/public/movies/${film.movieId}`)).json.ticketRate).toBe(99);
  });
});

test(
  'a programmer finds a film and corrects its price, by keyboard alone',
  { tag: ['@phone', '@deep'] },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(422));
    await withInProcessServer(context, async (server) => {
      const film = await server.aFilm({ ticketRate: 149 });
      await openOffice(server, page, '#/movie', 'programmer');
      await expect(heading(page)).toHaveText(nounTitle('movie'));
      await expect(page.getByRole('table').getByText(film.movieName!).first()).toBeVisible();
      await expectAccessible(page);
      await pressByKeyboard(page, page.getByRole('link', { name: 'Set the price of a film' }));
      await typeByKeyboard(page, requiredField(page, 'Film'), String(film.movieId));
      await typeByKeyboard(page, requiredField(page, 'Price in rupees'), 'cheap');
      await pressByKeyboard(page, button(page, text.dryRun));
      await expect(page.getByText('must be an amount in rupees')).toBeVisible();
      await expect(requiredField(page, 'Price in rupees')).toBeFocused();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('99');
      await apply(page);
      await expectDone(page);
      await expectAccessible(page);
      expect((await server.get(`/api/ott/public/movies/${film.movieId}`)).json.ticketRate).toBe(99);
    });
  },
);

test(
  'the later rows of a long list have a link',
  { tag: ['@phone', '@deep'] },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await server.aFilm({ movieName: 'The earlier film' });
      await server.aFilm({ movieName: 'The later film' });
      await openOffice(server, page, '#/movie?limit=1', 'programmer');
      const table = page.getByRole('table');
      await expect(table.getByText('The later film')).toBeVisible();
      await pressByKeyboard(page, page.getByRole('link', { name: text.laterRows }));
      await expect(table.getByText('The earlier film')).toBeVisible();
      await expect(table.getByText('The later film')).toBeHidden();
      await expect(page.getByRole('group', { name: nounTitle('movie') })).toBeFocused();
      await expectAccessible(page);
      await pressByKeyboard(page, page.getByRole('link', { name: text.firstRows }));
      await expect(table.getByText('The later film')).toBeVisible();
    });
  },
);

test('keys open a page, its search and its list', { tag: '@deep' }, async ({ page, context }) => {
  await withInProcessServer(context, async (server) => {
    const film = await server.aFilm({ movieName: 'The Lamp Keeper' });
    await openOffice(server, page, '#/', 'programmer');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('films');
    await expect(page.getByRole('option', { name: nounTitle('movie'), exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(nounTitle('movie'));
    await expect(heading(page)).toBeFocused();
    await page.keyboard.press('/');
    const search = page.getByLabel('Name or reference');
    await expect(search).toBeFocused();
    await page.keyboard.type('lamp /');
    await expect(search).toHaveValue('lamp /');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: String(film.movieId), exact: true });
    await expect(link).toBeVisible();
    await expect(search).toBeFocused();
    await tabTo(page, button(page, text.skipToList).last());
    await page.keyboard.press('Enter');
    await expect(link).toBeFocused();
    if (await button(page, text.menu).isVisible()) await button(page, text.menu).click();
    await page.getByLabel(text.slashKey).uncheck();
    await page.keyboard.press('/');
    await expect(search).not.toBeFocused();
  });
});

test(
  'finance approves the statement of a channel, saves it, and marks it as paid',
  { tag: ['@phone', '@deep'] },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(403));
    await withInProcessServer(context, async (server) => {
      const producer = await server.aViewer({ roles: ['Producer'], firstName: 'Kadambari' });
      const film = await server.aFilm();
      const { channelId } = await aChannel(server, { ownerId: producer.userId }, [film]);
      const month = lastCinemaMonth(server.clock.now());
      const sale = { paidAt: cinemaMonthRange(month).from, platformSharePercent: 20 };
      await server.anOrder(await server.aViewer(), film, sale);
      const member = await openOffice(server, page, '#/statement', 'finance');
      await expectAccessible(page);
      await page.getByRole('link', { name: String(channelId), exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Month' })).toHaveValue(month);
      await expect(page.getByText('115.88').first()).toBeVisible();
      await page.getByLabel('csv').check();
      await button(page, text.show).click();
      const download = page.waitForEvent('download');
      await button(page, text.saveXlsx).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('statement-show.xlsx');
      expect(
        readFileSync(await file.path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Approve a statement' }).click();
      await expect(page.getByLabel('Month')).toHaveValue(month);
      await apply(page);
      await expectDone(page);
      await page.getByRole('link', { name: 'Mark a statement as paid' }).click();
      await page.getByLabel('Reference').fill('UTR 1');
      await apply(page);
      const dialog = page.getByRole('dialog', { name: text.confirmTitle });
      await dialog.getByLabel(text.code).fill(member.nextCode());
      await dialog.getByRole('button', { name: text.confirm, exact: true }).click();
      await expectDone(page);
      const { json } = await server.get(`/api/ott/statements/${film.movieId}/${month}`, {
        as: producer,
      });
      expect(json.approval).toMatchObject({ producerShare: 11_588, paymentReference: 'UTR 1' });
    });
  },
);

test(
  'a job shows its progress and its result, and a role sees only its own operations',
  { tag: ['@phone', '@deep'] },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await openOffice(server, page, '#/reconcile', 'finance');
      await button(page, text.dryRun).click();
      await expect(heading(page)).toHaveText(
        text.jobTitle(text.dryRunOf('Query the payment providers')),
      );
      await expect(page.getByText(text.states.done, { exact: true })).toBeVisible({
        timeout: 20_000,
      });
      await expectAccessible(page);
      await page.goto(`${href('office')}#/review`);
      await expect(heading(page)).toHaveText(text.noPage);
    });
  },
);

test(
  'the overview updates itself, keeps the focus, and keeps its figures without a connection',
  { tag: '@deep' },
  async ({ page, context, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED/);
    await withInProcessServer(context, async (server) => {
      const [viewer, film] = [await server.aViewer(), await server.aFilm()];
      const paidAt = new Date(server.clock.now().getTime() - MINUTE);
      const sell = () => server.anOrder(viewer, film, { paidAt });
      await page.clock.install();
      await openOffice(server, page, '#/', 'finance');
      // Other tests of the worker may have sold tickets too.
      const total = page.locator('.office-totals > div').filter({ hasText: text.tickets });
      const ticketCount = async () => Number(/\d+/.exec(await total.innerText())![0]);
      const before = await ticketCount();
      await sell();
      await button(page, text.update).click();
      await expect.poll(ticketCount).toBe(before + 1);
      await expectAccessible(page);
      const held = page.getByRole('link', { name: text.held });
      await tabTo(page, held);
      await sell();
      const countMinuteLater = async () => {
        await page.clock.runFor(MINUTE);
        return ticketCount();
      };
      await expect.poll(countMinuteLater).toBe(before + 2);
      await expect(held).toBeFocused();

      await context.route('**/api/office/**', (route) => route.abort());
      await page.clock.runFor(2 * MINUTE);
      await expect(page.getByText(text.staleFigures(commonMessages.offline))).toBeVisible();
      expect(await ticketCount()).toBe(before + 2);
      await expect(held).toBeFocused();
      await context.unroute('**/api/office/**');
      await page.keyboard.press('Enter');
      await expect(heading(page)).toHaveText('List held payments');
    });
  },
);

test(
  'the overview of a moderator has reviews, and no money',
  { tag: ['@phone', '@deep'] },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      await openOffice(server, page, '#/', 'moderator');
      await expect(page.getByRole('link', { name: text.newReviews })).toBeVisible();
      for (const name of [text.held, text.received, text.lastBackup])
        await expect(page.getByText(name)).toHaveCount(0);
      await expect(page.getByRole('heading', { name: text.last24Hours })).toHaveCount(0);
      await expectAccessible(page);
    });
  },
);

test(
  'two members change the same film: the second sees both versions, and corrects the current one',
  { tag: ['@phone', '@deep'] },
  async ({ page, context, browser, allowConsoleErrors }) => {
    allowConsoleErrors(failedLoadError(409));
    await withInProcessServer(context, async (server) => {
      const film = await server.aFilm({ ticketRate: 149, movieName: 'The Ferry Clerk' });
      await openOffice(server, page, '#/movie/price', 'programmer');
      const filmField = page.getByRole('combobox', { name: text.required('Film') });
      await filmField.fill('ferry');
      await page.getByRole('option', { name: 'The Ferry Clerk' }).first().click();
      await expect(filmField).toHaveValue(film.movieKey);
      await expect(requiredField(page, 'Price in rupees')).toHaveValue('149');
      await expectAccessible(page);
      await requiredField(page, 'Price in rupees').fill('99');
      await button(page, text.dryRun).click();
      await expect(page.getByRole('heading', { name: text.wouldChange })).toBeVisible();

      const otherContext = await browser.newContext();
      await routeToServer(server, otherContext, /\/(api|media\/signed)\//);
      const otherPage = await otherContext.newPage();
      await openOffice(server, otherPage, `#/movie/price?film=${film.movieId}`, 'programmer');
      await expect(requiredField(otherPage, 'Price in rupees')).toHaveValue('149');
      await requiredField(otherPage, 'Price in rupees').fill('120');
      await apply(otherPage);
      await expectDone(otherPage);
      await closeContext(otherContext);

      await button(page, text.apply).click();
      const versions = page.getByRole('table', { name: text.changedMeanwhile });
      await expect(versions.getByRole('row').last()).toContainText(/149.*120.*99/s);
      await expect(page.getByRole('heading', { name: text.changedMeanwhile })).toBeFocused();
      await expectAccessible(page);
      await button(page, text.applyToCurrent).click();
      await expectDone(page);
      expect((await server.get(`/api/ott/public/movies/${film.movieId}`)).json.ticketRate).toBe(99);
    });
  },
);

test(
  'a programmer changes the price of several films, and returns to the list as it was',
  { tag: ['@phone', '@deep'] },
  async ({ page, context }) => {
    await withInProcessServer(context, async (server) => {
      const films = [
        await server.aFilm({ ticketRate: 149, movieName: 'Tidewater one' }),
        await server.aFilm({ ticketRate: 75, movieName: 'Tidewater two' }),
      ];
      for (let count = 0; count < 8; count++) await server.aFilm();
      await openOffice(server, page, '#/movie?type=MOVIES', 'programmer');
      await page.getByLabel(text.findInRows).fill('tidewater');
      await page.getByText(text.columns, { exact: true }).click();
      await page.getByLabel('Reference', { exact: true }).uncheck();
      const table = page.getByRole('table', { name: nounTitle('movie') });
      await expect(table.getByRole('columnheader', { name: 'Reference' })).toHaveCount(0);
      const sortField = page.getByLabel(text.sortBy);
      if (await sortField.isVisible()) {
        await sortField.selectOption({ label: 'Price ₹' });
        await page.getByLabel(text.descending).check();
        await expect(table.getByRole('row', { name: 'Tidewater' }).first()).toContainText(
          'Tidewater one',
        );
        await expect(page.getByRole('button', { name: 'Price ₹' })).toHaveCount(0);
      }
      for (const { movieKey } of films) await page.getByLabel(text.selectRow(movieKey!)).check();
      await expect(page.getByText(text.selectedCount(2))).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Set the price of a film' }).last().click();
      await expect(requiredField(page, 'Film')).toHaveValue(
        films.map(({ movieKey }) => movieKey).join('\n'),
      );
      await requiredField(page, 'Price in rupees').fill('99');
      await button(page, text.dryRun).click();
      await expect(
        page.getByText(
          text.appliesTo(films.map(({ movieName, movieKey }) => `${movieName} (${movieKey})`)),
        ),
      ).toBeVisible();
      await pressByKeyboard(page, button(page, text.apply));
      await expectDone(page);
      await expect(page.getByRole('cell', { name: text.doneForOne })).toHaveCount(2);
      await expectAccessible(page);
      await page.getByRole('link', { name: text.backTo(nounTitle('movie')) }).click();
      await expect(page.getByLabel(text.findInRows)).toHaveValue('tidewater');
      await expect(page).toHaveURL(/#\/movie\?type=MOVIES$/);
      await expect(table.getByText('99', { exact: true })).toHaveCount(2);
    });
  },
);
