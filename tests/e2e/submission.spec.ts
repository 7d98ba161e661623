import { streamingSentences } from '#messages/refusals/streaming.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href, submittedFilmsPath } from '#routes.ts';
import { failedLoadError, tabTo } from '../support/browser.ts';
import { expectAccessible } from '../support/accessibility.ts';
import {
  button,
  fillContact,
  fillDeclarations,
  fillFilm,
  continueTo,
  heading,
  expectSubmitted,
  openWizard,
  openDeclarations,
} from '../support/submission-page.ts';
import { CONTACT, FILM } from '../support/submission-data.ts';
import { razorpayPayer, paypalPayer, payButton, type Payer } from '../support/payers.ts';
import { expect, test, type PaymentFixture } from '../support/payment-server.ts';

const DRAFT_KEYS = ['submissionStepOne', 'submissionStepTwo', 'submissionStepThree'];
const storedDrafts = (page: Page) =>
  page.evaluate((parts) => parts.filter((part) => localStorage.getItem(part) !== null), DRAFT_KEYS);
const tracked = (page: Page) => page.getByRole('listitem').filter({ hasText: text.sentOn('') });
const aPoster = () =>
  sharp({ create: { width: 800, height: 1200, channels: 3, background: '#0E2B2D' } })
    .jpeg()
    .toBuffer();

test.describe('the wizard', () => {
  test(
    'submits a film with its poster, step by step, and shows its progress',
    { tag: '@phone' },
    async ({ page, signIn }) => {
      await signIn();
      await openWizard(page);
      await expect(page.getByText(text.required(text.film.movieName))).toBeHidden();
      await button(page, text.continue).click();
      for (const label of Object.values(text.film))
        await expect(page.getByText(text.required(label))).toBeVisible();
      await expect(page.getByText(text.genreRequired)).toBeVisible();
      await expect(page.getByLabel(text.film.movieName)).toBeFocused();
      await expectAccessible(page);
      await fillFilm(page);
      await expect(page.locator('.field-error')).toHaveCount(0);
      await page
        .getByLabel(text.choosePoster)
        .setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: await aPoster() });
      await expect(page.getByAltText(text.posterAlt)).toBeVisible();
      await continueTo(page, 2);

      await button(page, text.continue).click();
      for (const message of [text.nameRequired, text.emailRequired, text.phoneRequired])
        await expect(page.getByText(message, { exact: true })).toBeVisible();
      await page.getByLabel(text.contact.contactPhone).fill('+91 98765-43210');
      await expect(page.getByLabel(text.contact.contactPhone)).toHaveValue('919876543210');
      await fillContact(page);
      await continueTo(page, 3);

      await expect(page.getByLabel(text.declarationName)).toHaveValue('Meena Rao');
      await expect(page.getByLabel(text.declarationName)).not.toBeEditable();
      await button(page, text.submit).click();
      for (const message of [text.signatureRequired, text.placeRequired, text.declareRequired])
        await expect(page.getByText(message, { exact: true })).toBeVisible();
      await expect(page.getByLabel(text.payAmount)).toHaveValue('0');
      await fillDeclarations(page);
      await expect(page.locator('.field-error')).toHaveCount(0);
      await button(page, text.submit).click();
      await expectSubmitted(page);
      expect(await storedDrafts(page)).toEqual([]);

      await expect(page.getByRole('main')).toContainText(
        `${text.receiptTo} ${CONTACT.contactEmail}`,
      );
      await expect(page.locator('[aria-current="step"]')).toContainText(text.stages.received);
      await expect(page.getByRole('region', { name: text.sent })).toContainText(FILM.website);
      await expectAccessible(page);
      await page.goto(href('profile'));
      await page.getByRole('link', { name: text.films }).click();
      await expect(tracked(page)).toContainText(FILM.movieName);
      await expect(tracked(page).locator('[aria-current="step"]')).toContainText(
        text.stages.received,
      );
      await expect(tracked(page).locator('img')).toBeVisible();
      await page.getByRole('link', { name: text.submitAnother }).click();
      await expect(page.getByLabel(text.film.movieName)).toHaveValue('');
    },
  );

  test(
    'suggests countries, languages and years, and accepts any other text',
    { tag: '@deep' },
    async ({ page, signIn }) => {
      await signIn();
      await openWizard(page);
      const field = (name: keyof typeof text.film) =>
        page.getByLabel(text.film[name], { exact: true });
      const option = (name: string) => page.getByRole('option', { name });
      await field('countryOfProduction').click();
      await expect(option('India').first()).toBeVisible();
      await expectAccessible(page);
      await field('countryOfProduction').fill('sri');
      await page.keyboard.press('Enter');
      await expect(field('countryOfProduction')).toHaveValue('Sri Lanka');
      await field('primaryLanguage').fill('தமிழ்');
      await option('Tamil').click();
      await field('yearReleased').fill('not yet');
      await expect(page.getByRole('option')).toHaveCount(0);
      await page.reload();
      await expect(field('countryOfProduction')).toHaveValue('Sri Lanka');
      await expect(field('primaryLanguage')).toHaveValue('Tamil');
      await expect(field('yearReleased')).toHaveValue('not yet');
    },
  );

  test(
    'explains why a poster is rejected, and continues without a poster',
    { tag: '@deep' },
    async ({ page, signIn, allowConsoleErrors }) => {
      allowConsoleErrors(failedLoadError(413, 415, 422));
      await signIn();
      await openWizard(page);
      const input = page.getByLabel(text.choosePoster);
      await input.setInputFiles({
        name: 'poster.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('MZ\0program'),
      });
      await expect(
        page.getByRole('group', { name: text.poster }).getByText(streamingSentences.poster_format),
      ).toBeVisible();
      await expectAccessible(page);
      await input.setInputFiles({
        name: 'poster.jpg',
        mimeType: 'image/jpeg',
        buffer: await aPoster(),
      });
      await expect(page.getByText(text.posterSaved)).toBeVisible();
      await button(page, text.removePoster).click();
      await expect(page.getByText(text.posterSaved)).toBeHidden();
      await fillFilm(page);
      await continueTo(page, 2);
    },
  );

  test('keeps the draft after a reload, after Back and after a restart of the browser', async ({
    page,
    signIn,
    browser,
    baseURL,
  }) => {
    await signIn();
    await openWizard(page);
    await fillFilm(page);
    await page.reload();
    await expect(page.getByLabel(text.film.website)).toHaveValue(FILM.website);
    await expect(page.getByRole('checkbox').first()).toBeChecked();
    await continueTo(page, 2);
    await fillContact(page);
    await button(page, text.back).click();
    await expect(heading(page, 1)).toBeAttached();
    await continueTo(page, 2);
    await expect(page.getByLabel(text.contact.contactName)).toHaveValue('Meena Rao');
    await continueTo(page, 3);
    await page.getByLabel(text.signature).fill('M. R');
    await page.goBack();
    await expect(heading(page, 2)).toBeAttached();
    await page.goForward();
    await expect(page.getByLabel(text.signature)).toHaveValue('M. R');

    const storedState = await page.context().storageState();
    await page.context().close();
    const newContext = await browser.newContext({
      storageState: storedState,
      ...(baseURL && { baseURL }),
    });
    const other = await newContext.newPage();
    await other.goto(href('submitFilm'));
    await expect(heading(other, 3)).toBeAttached();
    await expect(other.getByLabel(text.signature)).toHaveValue('M. R');
    await fillDeclarations(other);
    await button(other, text.submit).click();
    await expectSubmitted(other);
    await newContext.close();
  });

  test('works with the keyboard alone', { tag: '@deep' }, async ({ page, signIn, isMobile }) => {
    test.skip(isMobile);
    await signIn();
    await openWizard(page);
    const type = async (label: string, value: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(value);
    };
    const press = async (name: string) => {
      await tabTo(page, button(page, name));
      await page.keyboard.press('Enter');
    };
    for (const [name, label] of Object.entries(text.film)) {
      if (name === 'movieDescription') {
        await tabTo(page, page.getByRole('checkbox').first());
        await page.keyboard.press('Space');
      }
      await type(label, FILM[name as keyof typeof FILM]);
    }
    await tabTo(page, page.getByLabel(text.choosePoster));
    await press(text.continue);
    await expect(heading(page, 2)).toBeFocused();
    await type(text.contact.contactName, 'Meena Rao');
    await type(text.contact.contactEmail, 'meena@films.example');
    await type(text.contact.contactPhone, '9876543210');
    await page.keyboard.press('Enter');
    await expect(heading(page, 3)).toBeFocused();
    await type(text.signature, 'M. Rao');
    await type(text.place, 'Chennai');
    await tabTo(page, page.getByLabel(text.declare));
    await page.keyboard.press('Space');
    await type(text.payAmount, '500');
    await tabTo(page, page.getByRole('radio').first());
    await page.keyboard.press('Space');
    await press(paymentMessages.pay('₹500'));
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Enter'); // the popup focuses its first field
    await expect(page.locator('.fee-box')).toContainText(text.feeStates.PAID);
    await press(text.submit);
    await expectSubmitted(page);
  });

  test('requires a sign-in', async ({ page }) => {
    await page.goto(href('submitFilm'));
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});

// ---------- with a separate server, whose providers this file controls ----------

const films = (fixture: PaymentFixture) =>
  fixture.queryRows(
    `select m.movie_name, f.payment_status from movies m join submissions using (movie_id) left join submission_fees f using (fee_id)
     where m.owner_id = ${fixture.viewer.userId}`,
  );
const fees = async (fixture: PaymentFixture) =>
  (
    await fixture.queryRows(
      `select payment_status from submission_fees where user_id = ${fixture.viewer.userId}`,
    )
  ).map(({ payment_status }) => payment_status);

test.describe('with a separate server', () => {
  // The layout is the same on phones, which the tests above cover.
  test.skip(({ isMobile }) => isMobile);
  test.beforeEach(async ({ page, paymentFixture }) => {
    await paymentFixture.queryRows(
      `insert into genres (genre_name, ordering) values ('Drama', 1), ('Family', 2) on conflict do nothing`,
    );
    await page.goto(href('home'));
    await openDeclarations(page);
  });

  test(
    'a double click on Submit submits one film',
    { tag: '@deep' },
    async ({ page, paymentFixture }) => {
      await fillDeclarations(page);
      await button(page, text.submit).dblclick();
      await expectSubmitted(page);
      expect(await films(paymentFixture)).toHaveLength(1);
    },
  );

  test(
    'a reload during the submit submits one film',
    { tag: '@deep' },
    async ({ page, paymentFixture }) => {
      await fillDeclarations(page);
      let markSent = () => {};
      const sent = new Promise<void>((resolve) => (markSent = resolve));
      // The film is saved, but its response never arrives.
      await page.route('**/moviegenres', () => markSent());
      await button(page, text.submit).click();
      await sent;
      expect(await films(paymentFixture)).toHaveLength(1);
      await page.reload();
      await page.unroute('**/moviegenres');
      await expect(heading(page, 3)).toBeAttached();
      await button(page, text.submit).click();
      await expectSubmitted(page);
      expect(await films(paymentFixture)).toHaveLength(1);
    },
  );

  test(
    'a failed submit and failed genres show errors, and keep the draft',
    { tag: '@deep' },
    async ({ page, paymentFixture, allowConsoleErrors }) => {
      allowConsoleErrors(/ERR_FAILED|moviegenres/);
      await fillDeclarations(page);
      await page.route('**/api/ott/movies', (route) => route.abort());
      await button(page, text.submit).click();
      await expect(page.getByRole('main').getByText('Movie Create Faild.')).toBeVisible();
      await expect(page.getByText(text.createFailedNote)).toBeVisible();
      await page.unroute('**/api/ott/movies');
      await page.route('**/moviegenres', (route) => route.abort());
      await button(page, text.submit).click();
      await expect(page.getByRole('main').getByText('An Error Occurred')).toBeVisible();
      await expect(page.getByText(text.genreFailedNote)).toBeVisible();
      expect(await storedDrafts(page)).toEqual(DRAFT_KEYS);
      await page.unroute('**/moviegenres');
      await button(page, text.submit).click();
      await expectSubmitted(page);
      expect(await films(paymentFixture)).toHaveLength(1);
    },
  );

  for (const payer of [razorpayPayer, paypalPayer]) {
    const chooseMethod = (page: Page) =>
      page
        .getByRole('radio', {
          name:
            payer === razorpayPayer
              ? paymentMessages.cardOrUpi
              : paymentMessages.internationalWallet,
        })
        .check();
    const submitPaidFilm = async (page: Page, fixture: PaymentFixture) => {
      await expect(page.locator('.fee-box')).toContainText(text.feeStates.PAID);
      await button(page, text.submit).click();
      await expectSubmitted(page);
      expect(await films(fixture)).toMatchObject([{ payment_status: 'PAID' }]);
    };

    const tag = payer === razorpayPayer ? [] : ['@deep'];
    test.describe(`a fee by ${payer.name}`, () => {
      test.beforeEach(async ({ page }) => {
        await fillDeclarations(page, '500');
        await expect(page.getByText(text.selectMethod)).toBeVisible();
      });

      test(
        'is required before Submit, and once paid belongs to the film',
        { tag },
        async ({ page, paymentFixture }) => {
          await button(page, text.submit).click();
          await expect(page.getByRole('group', { name: text.methodRequired })).toBeVisible();
          expect(await films(paymentFixture)).toEqual([]);
          await chooseMethod(page);
          await expect(page.getByRole('group', { name: text.selectMethod })).toBeVisible();
          await expect(page.locator('.fee-box').getByRole('alert')).toHaveText(text.payFirst);
          await button(page, text.submit).click();
          await expect(page.getByText(text.methodRequired)).toBeVisible();
          expect(await films(paymentFixture)).toEqual([]);
          await expect(payButton(page)).toHaveText(
            payer === razorpayPayer ? 'Pay ₹500' : 'Pay $1.00',
          );
          await (await payer.openPopup(page)).pay();
          await expect(page.getByText(/^Payment has been Success: \w/)).toBeVisible();
          await expect(page.locator('.fee-box').getByRole('alert')).toBeHidden();
          await expect(page.getByLabel(text.payAmount)).not.toBeEditable();
          await expectAccessible(page);
          await submitPaidFilm(page, paymentFixture);
        },
      );

      test(
        'that is dismissed is CANCELLED, and can still be paid',
        { tag: '@deep' },
        async ({ page, paymentFixture }) => {
          await chooseMethod(page);
          await (await payer.openPopup(page)).cancel();
          await expect(page.getByText(paymentMessages.cancelled)).toBeVisible();
          await expect.poll(() => fees(paymentFixture)).toEqual(['CANCELLED']);
          await (await openPayment(payer, page)).pay();
          await submitPaidFilm(page, paymentFixture);
        },
      );

      test(
        'that fails shows an error, and can still be paid',
        { tag: '@deep' },
        async ({ page, paymentFixture, allowConsoleErrors }) => {
          allowConsoleErrors(failedLoadError(400, 422));
          await payer.failNextPayment(paymentFixture);
          await chooseMethod(page);
          await (await payer.openPopup(page)).pay();
          await expect(page.getByRole('main').getByText(paymentMessages.failed)).toBeVisible();
          await (await openPayment(payer, page)).pay();
          await submitPaidFilm(page, paymentFixture);
        },
      );

      test(
        'that is pending at the bank is polled, also after a reload',
        { tag: '@deep' },
        async ({ page, paymentFixture }) => {
          await payer.delayNextPayment(paymentFixture);
          await chooseMethod(page);
          await (await payer.openPopup(page)).pay();
          await expect(page.getByText(paymentMessages.confirming)).toBeVisible();
          await expectAccessible(page);
          await page.reload();
          await expect(page.getByText(paymentMessages.confirming)).toBeVisible();
          await expect(payButton(page)).toHaveCount(0);
          await payer.settlePendingPayment(paymentFixture);
          await paymentFixture.waitForWebhooks();
          await submitPaidFilm(page, paymentFixture);
        },
      );

      test(
        'that was paid before the tab crashed is found again, even if the draft is lost',
        { tag: '@deep' },
        async ({ page, paymentFixture }) => {
          await chooseMethod(page);
          await page.route('**/submissions/fees/*/payment', () => undefined);
          await (await payer.openPopup(page)).pay();
          await paymentFixture.waitForWebhooks();
          await expect.poll(() => fees(paymentFixture)).toEqual(['PAID']);
          await page.evaluate(
            (parts) => parts.forEach((part) => localStorage.removeItem(part)),
            DRAFT_KEYS,
          );
          await page.goto(href('home'));
          await page.unroute('**/submissions/fees/*/payment');
          await openDeclarations(page);
          await expect(page.getByLabel(text.payAmount)).toHaveValue('500');
          await expect(page.getByText(text.feePaidEarlier)).toBeVisible();
          await fillDeclarationsButAmount(page);
          await submitPaidFilm(page, paymentFixture);
        },
      );
    });
  }
});

/** For a second attempt: the payment method is already chosen. */
async function openPayment(payer: Payer, page: Page) {
  await expect(payButton(page)).toBeEnabled();
  return payer.openPopup(page);
}

/** Fills the third step except for the amount, which is paid. */
async function fillDeclarationsButAmount(page: Page) {
  await page.getByLabel(text.signature).fill('M. Rao');
  await page.getByLabel(text.place).fill('Chennai');
  await page.getByLabel(text.declare).check();
}

test(
  'genres and films that fail to load can be loaded again',
  { tag: '@deep' },
  async ({ page, signIn, allowConsoleErrors }) => {
    allowConsoleErrors(/ERR_FAILED/);
    await signIn();
    await page.route(/getallgenres|ott\/submissions$/, (route) => route.abort());
    await page.goto(href('submitFilm'));
    await expect(page.getByText(text.genresFailed)).toBeVisible();
    await expectAccessible(page);
    await page.unroute(/getallgenres|ott\/submissions$/);
    await page
      .getByRole('group', { name: text.genre })
      .getByRole('button', { name: commonMessages.retry })
      .click();
    await expect(page.getByRole('checkbox').first()).toBeVisible();

    await page.route(/ott\/submissions$/, (route) => route.abort());
    await page.goto(submittedFilmsPath);
    const main = page.getByRole('main');
    await expect(main.getByRole('alert').filter({ hasText: text.filmsFailed })).toBeVisible();
    await expectAccessible(page);
    await page.unroute(/ott\/submissions$/);
    await main.getByRole('button', { name: commonMessages.retry }).click();
    await expect(main.getByText(text.noFilms)).toBeVisible();
  },
);
