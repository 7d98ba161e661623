import type { Locator } from '@playwright/test';
import { bookingMessages } from '#messages/booking.ts';
import { officeScreenMessages } from '#messages/office-screens.ts';
import { placeMessages } from '#messages/places.ts';
import { submissionMessages } from '#messages/submission.ts';
import { televisionCodeMessages } from '#messages/television-code.ts';
import { href } from '#routes.ts';
import { bookNow, expect, failedLoadError, test } from '../support/browser.ts';
import { withInProcessServer } from '../support/in-process-server.ts';
import { anOfficeMember, OFFICE_PASSWORD } from '../support/office.ts';
import * as office from '../support/office-page.ts';
import { CONTACT, FILM } from '../support/submission-data.ts';
import { button, continueTo, openWizard } from '../support/submission-page.ts';

/** As the script of a password manager does: without an event, and not by the property that React watches. */
const writeSilently = (field: Locator, value: string) =>
  field.evaluate((element, text) => {
    const { prototype } =
      element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
    Reflect.set(prototype, 'value', text, element);
  }, value);

test('the back office gets a name, a password, a code, a filter and a price that were written without an event', async ({
  page,
  context,
  allowConsoleErrors,
}) => {
  test.slow();
  allowConsoleErrors(failedLoadError(401));
  await withInProcessServer(context, async (server) => {
    const text = officeScreenMessages;
    const film = await server.aFilm({ movieName: 'The Silent Ferry', ticketRate: 149 });
    await server.aFilm({ movieName: 'Another silent film' });
    const member = await anOfficeMember(server, 'programmer');
    await page.goto(href('office'));
    await writeSilently(office.field(page, text.name), member.name);
    await writeSilently(office.field(page, text.password), OFFICE_PASSWORD);
    await writeSilently(office.field(page, text.code), member.nextCode());
    await office.button(page, text.signIn).click();
    await expect(office.heading(page)).toHaveText(text.overview);

    await page.goto(`${href('office')}#/movie`);
    // A list that arrives later draws the filter again, with the value of its state.
    await expect(page.getByRole('table').getByText('Another silent film').first()).toBeVisible();
    await writeSilently(page.getByLabel('Name or reference'), 'silent ferry');
    await office.button(page, text.applyFilters).click();
    await expect(page.getByRole('table').getByText('Another silent film')).toHaveCount(0);
    await expect(page.getByRole('table').getByText('The Silent Ferry')).toBeVisible();

    await page.goto(`${href('office')}#/movie/price?film=${film.movieId}`);
    await expect(office.requiredField(page, 'Price in rupees')).toHaveValue('149');
    await writeSilently(office.requiredField(page, 'Price in rupees'), '99');
    await office.button(page, text.dryRun).click();
    await expect(page.getByRole('table').filter({ hasText: '99' }).first()).toBeVisible();
  });
});

test('a coupon that was written without an event is applied', async ({ page, signIn, films }) => {
  await signIn();
  await bookNow(page, films.paid[5]!);
  await writeSilently(page.getByLabel(bookingMessages.discountCode), 'FIRST50');
  await page.getByRole('button', { name: bookingMessages.apply }).click();
  await expect(page.getByRole('button', { name: bookingMessages.cancel })).toBeVisible();
});

test(
  'the wizard gets all fields that were written without an event',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    await openWizard(page);
    for (const [name, label] of Object.entries(submissionMessages.film))
      await writeSilently(page.getByLabel(label, { exact: true }), FILM[name as keyof typeof FILM]);
    await page.getByRole('checkbox').first().check();
    await continueTo(page, 2);
    for (const [name, label] of Object.entries(submissionMessages.contact))
      await writeSilently(
        page.getByLabel(label, { exact: true }),
        CONTACT[name as keyof typeof CONTACT],
      );
    await continueTo(page, 3);
    await button(page, submissionMessages.back).click();
    await expect(page.getByLabel(submissionMessages.contact.contactName)).toHaveValue(
      CONTACT.contactName,
    );
  },
);

test(
  'an address that was written without an event is searched',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    await page.goto(href('myLocation'));
    await writeSilently(page.getByRole('combobox', { name: placeMessages.address }), 'chen');
    await page.getByRole('button', { name: placeMessages.setMyLocation }).click();
    await expect(page.getByRole('option', { name: /^Chennai/ }).first()).toBeAttached();
  },
);

test(
  'the code of a television that was written without an event is found',
  { tag: '@deep' },
  async ({ page, signIn }) => {
    await signIn();
    const { userCode } = (await (await page.request.post('/api/auth/devices/code')).json()) as {
      userCode: string;
    };
    await page.goto(href('televisionCode'));
    await writeSilently(page.getByRole('main').getByRole('textbox').first(), userCode);
    await page.getByRole('main').getByRole('button').first().click();
    await expect(page.getByRole('button', { name: televisionCodeMessages.confirm })).toBeVisible();
  },
);
