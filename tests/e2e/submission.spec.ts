import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { commonMessages } from '#messages/common.ts';
import { paymentMessages } from '#messages/payments.ts';
import { submissionRefusals } from '#messages/submission-refusals.ts';
import { submissionMessages as text } from '#messages/submission.ts';
import { href } from '#routes.ts';
import { refused, tabTo } from '../support/browser.ts';
import { expectNoBarriers } from '../support/barriers.ts';
import {
  button,
  fillContact,
  fillDeclarations,
  fillFilm,
  goOn,
  heading,
  isIn,
  openWizard,
  toDeclarations,
} from '../support/submission-page.ts';
import { FILM } from '../support/submission-words.ts';
import { byCard, byWallet, payButton, type Payer } from '../support/payers.ts';
import { expect, test, type Till } from '../support/till-house.ts';

const PARTS = ['submissionStepOne', 'submissionStepTwo', 'submissionStepThree'];
const drafts = (page: Page) =>
  page.evaluate((parts) => parts.filter((part) => localStorage.getItem(part) !== null), PARTS);
const tracked = (page: Page) => page.getByRole('listitem').filter({ hasText: text.sentOn('') });
const aPoster = () =>
  sharp({ create: { width: 800, height: 1200, channels: 3, background: '#0E2B2D' } })
    .jpeg()
    .toBuffer();

test.describe('the wizard', () => {
  test(
    'brings a film in with its poster, step by step, and shows where it is',
    { tag: '@phone' },
    async ({ page, signIn }) => {
      await signIn();
      await openWizard(page);
      await expect(page.getByText(text.required(text.film.movieName))).toBeHidden();
      await button(page, text.continue).click();
      for (const label of Object.values(text.film)) await expect(page.getByText(text.required(label))).toBeVisible();
      await expect(page.getByText(text.genreRequired)).toBeVisible();
      await expect(page.getByLabel(text.film.movieName)).toBeFocused();
      await expectNoBarriers(page);
      await fillFilm(page);
      await expect(page.locator('.msg')).toHaveCount(0);
      await page
        .getByLabel(text.choosePoster)
        .setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: await aPoster() });
      await expect(page.getByAltText(text.posterAlt)).toBeVisible();
      await goOn(page, 2);

      await button(page, text.continue).click();
      for (const message of [text.nameRequired, text.emailRequired, text.phoneRequired])
        await expect(page.getByText(message, { exact: true })).toBeVisible();
      await page.getByLabel(text.contact.contactPhone).fill('+91 98765-43210');
      await expect(page.getByLabel(text.contact.contactPhone)).toHaveValue('919876543210');
      await fillContact(page);
      await goOn(page, 3);

      await expect(page.getByLabel(text.declarationName)).toHaveValue('Meena Rao');
      await expect(page.getByLabel(text.declarationName)).not.toBeEditable();
      await button(page, text.submit).click();
      for (const message of [text.signatureRequired, text.placeRequired, text.amountRequired, text.declareRequired])
        await expect(page.getByText(message, { exact: true })).toBeVisible();
      await fillDeclarations(page);
      await expect(page.locator('.msg')).toHaveCount(0);
      await button(page, text.submit).click();
      await isIn(page);
      expect(await drafts(page)).toEqual([]);

      await page.goto(href('submitFilm'));
      await page.getByRole('link', { name: text.filmsLink(1) }).click();
      await expect(tracked(page)).toContainText(FILM.movieName);
      await expect(tracked(page).locator('[aria-current="step"]')).toContainText(text.stages.received);
      await expect(tracked(page).locator('img')).toBeVisible();
      await expect(page.getByLabel(text.film.movieName)).toHaveValue('');
    },
  );

  test('says why a poster cannot be taken, and goes on without it', async ({ page, signIn, allowComplaints }) => {
    allowComplaints(refused(413, 415, 422));
    await signIn();
    await openWizard(page);
    const input = page.getByLabel(text.choosePoster);
    await input.setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ\0program') });
    await expect(
      page.getByRole('group', { name: text.poster }).getByText(submissionRefusals.notAPicture),
    ).toBeVisible();
    await expectNoBarriers(page);
    await input.setInputFiles({ name: 'poster.jpg', mimeType: 'image/jpeg', buffer: await aPoster() });
    await expect(page.getByText(text.posterKept)).toBeVisible();
    await button(page, text.removePoster).click();
    await expect(page.getByText(text.posterKept)).toBeHidden();
    await fillFilm(page);
    await goOn(page, 2);
  });

  test('is found as it was left: after a reload, after Back, in a browser that was started anew', async ({
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
    await goOn(page, 2);
    await fillContact(page);
    await button(page, text.back).click();
    await expect(heading(page, 1)).toBeAttached();
    await goOn(page, 2);
    await expect(page.getByLabel(text.contact.contactName)).toHaveValue('Meena Rao');
    await goOn(page, 3);
    await page.getByLabel(text.signature).fill('M. R');
    await page.goBack();
    await expect(heading(page, 2)).toBeAttached();
    await page.goForward();
    await expect(page.getByLabel(text.signature)).toHaveValue('M. R');

    const kept = await page.context().storageState();
    await page.context().close();
    const anew = await browser.newContext({ storageState: kept, ...(baseURL && { baseURL }) });
    const other = await anew.newPage();
    await other.goto(href('submitFilm'));
    await expect(heading(other, 3)).toBeAttached();
    await expect(other.getByLabel(text.signature)).toHaveValue('M. R');
    await fillDeclarations(other);
    await button(other, text.submit).click();
    await isIn(other);
    await anew.close();
  });

  test('is gone through with the keyboard alone', { tag: '@deep' }, async ({ page, signIn, isMobile }) => {
    test.skip(isMobile);
    await signIn();
    await openWizard(page);
    const type = async (label: string, words: string) => {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(words);
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
    await page.keyboard.press('Enter'); // the popup opens on its first field
    await expect(page.locator('.fee')).toContainText(text.feeStates.PAID);
    await press(text.submit);
    await isIn(page);
  });

  test('is for the signed in', async ({ page }) => {
    await page.goto(href('submitFilm'));
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});

// ---------- in a house of its own, whose providers and answers nobody else scripts ----------

const films = (till: Till) =>
  till.rows(
    `select m.movie_name, f.payment_status from movies m join submissions using (movie_id) left join submission_fees f using (fee_id)
     where m.owner_id = ${till.viewer.userId}`,
  );
const fees = async (till: Till) =>
  (await till.rows(`select payment_status from submission_fees where user_id = ${till.viewer.userId}`)).map(
    ({ payment_status }) => payment_status,
  );

test.describe('with a house of its own', () => {
  // Nothing of it is laid out otherwise on a phone, where the whole wizard has its turn above.
  test.skip(({ isMobile }) => isMobile);
  test.beforeEach(async ({ page, till }) => {
    await till.rows(
      `insert into genres (genre_name, ordering) values ('Drama', 1), ('Family', 2) on conflict do nothing`,
    );
    await page.goto(href('home'));
    await toDeclarations(page);
  });

  test('a double click on Submit is one film', async ({ page, till }) => {
    await fillDeclarations(page);
    await button(page, text.submit).dblclick();
    await isIn(page);
    expect(await films(till)).toHaveLength(1);
  });

  test('a page loaded anew while the film is on its way brings in one film', async ({ page, till }) => {
    await fillDeclarations(page);
    let isSent = () => {};
    const sent = new Promise<void>((resolve) => (isSent = resolve));
    // The film arrives, its answer does not.
    await page.route('**/moviegenres', () => isSent());
    await button(page, text.submit).click();
    await sent;
    expect(await films(till)).toHaveLength(1);
    await page.reload();
    await page.unroute('**/moviegenres');
    await expect(heading(page, 3)).toBeAttached();
    await button(page, text.submit).click();
    await isIn(page);
    expect(await films(till)).toHaveLength(1);
  });

  test(
    'a film that does not arrive, and a genre that does not, are said, and nothing is lost',
    { tag: '@deep' },
    async ({ page, till, allowComplaints }) => {
      allowComplaints(/ERR_FAILED|moviegenres/);
      await fillDeclarations(page);
      await page.route('**/api/ott/movies', (route) => route.abort());
      await button(page, text.submit).click();
      await expect(page.getByRole('main').getByText('Movie Create Faild.')).toBeVisible();
      await page.unroute('**/api/ott/movies');
      await page.route('**/moviegenres', (route) => route.abort());
      await button(page, text.submit).click();
      await expect(page.getByRole('main').getByText('An Error Occurred')).toBeVisible();
      expect(await drafts(page)).toEqual(PARTS);
      await page.unroute('**/moviegenres');
      await button(page, text.submit).click();
      await isIn(page);
      expect(await films(till)).toHaveLength(1);
    },
  );

  for (const payer of [byCard, byWallet]) {
    const choose = (page: Page) =>
      page
        .getByRole('radio', {
          name: payer === byCard ? paymentMessages.cardOrUpi : paymentMessages.internationalWallet,
        })
        .check();
    const isPaid = async (page: Page, till: Till) => {
      await expect(page.locator('.fee')).toContainText(text.feeStates.PAID);
      await button(page, text.submit).click();
      await isIn(page);
      expect(await films(till)).toMatchObject([{ payment_status: 'PAID' }]);
    };

    const tag = payer === byCard ? [] : ['@deep'];
    test.describe(`a fee by ${payer.name}`, () => {
      test.beforeEach(async ({ page }) => {
        await fillDeclarations(page, '500');
        await expect(page.getByText(text.selectMethod)).toBeVisible();
      });

      test('is asked for before Submit, and once paid goes with the film', { tag }, async ({ page, till }) => {
        await button(page, text.submit).click();
        await expect(page.getByText(text.methodRequired)).toBeVisible();
        expect(await films(till)).toEqual([]);
        await choose(page);
        await expect(payButton(page)).toHaveText(payer === byCard ? 'Pay ₹500' : 'Pay $1.00');
        await (await payer.open(page)).pay();
        await expect(page.getByText(/^Payment has been Success: \w/)).toBeVisible();
        await expect(page.getByText(text.methodRequired)).toBeHidden();
        await expect(page.getByLabel(text.payAmount)).not.toBeEditable();
        await expectNoBarriers(page);
        await isPaid(page, till);
      });

      test('that is dismissed is CANCELLED, and can be paid after it', { tag: '@deep' }, async ({ page, till }) => {
        await choose(page);
        await (await payer.open(page)).leave();
        await expect(page.getByText(paymentMessages.cancelled)).toBeVisible();
        await expect.poll(() => fees(till)).toEqual(['CANCELLED']);
        await (await open(payer, page)).pay();
        await isPaid(page, till);
      });

      test(
        'that fails is said, and can be paid after it',
        { tag: '@deep' },
        async ({ page, till, allowComplaints }) => {
          allowComplaints(refused(400, 422));
          await payer.letFail(till);
          await choose(page);
          await (await payer.open(page)).pay();
          await expect(page.getByRole('main').getByText(paymentMessages.failed)).toBeVisible();
          await (await open(payer, page)).pay();
          await isPaid(page, till);
        },
      );

      test(
        'that the bank thinks about is waited for, also after a reload',
        { tag: '@deep' },
        async ({ page, till }) => {
          await payer.letWait(till);
          await choose(page);
          await (await payer.open(page)).pay();
          await expect(page.getByText(paymentMessages.confirming)).toBeVisible();
          await expectNoBarriers(page);
          await page.reload();
          await expect(page.getByText(paymentMessages.confirming)).toBeVisible();
          await expect(payButton(page)).toHaveCount(0);
          await payer.decide(till);
          await till.heard();
          await isPaid(page, till);
        },
      );

      test(
        'that is paid while the tab crashes, and the draft is lost, is found again',
        { tag },
        async ({ page, till }) => {
          await choose(page);
          await page.route('**/submissions/fees/*/payment', () => undefined);
          await (await payer.open(page)).pay();
          await till.heard();
          await expect.poll(() => fees(till)).toEqual(['PAID']);
          await page.evaluate((parts) => parts.forEach((part) => localStorage.removeItem(part)), PARTS);
          await page.goto(href('home'));
          await page.unroute('**/submissions/fees/*/payment');
          await toDeclarations(page);
          await expect(page.getByLabel(text.payAmount)).toHaveValue('500');
          await expect(page.getByText(text.feeWaits)).toBeVisible();
          await fillRest(page);
          await isPaid(page, till);
        },
      );
    });
  }
});

/** After a first attempt the way to pay is chosen already. */
async function open(payer: Payer, page: Page) {
  await expect(payButton(page)).toBeEnabled();
  return payer.open(page);
}

/** All of the third step but the amount, which is paid. */
async function fillRest(page: Page) {
  await page.getByLabel(text.signature).fill('M. Rao');
  await page.getByLabel(text.place).fill('Chennai');
  await page.getByLabel(text.declare).check();
}

test(
  'genres that do not arrive are asked for again, and films too',
  { tag: '@deep' },
  async ({ page, signIn, allowComplaints }) => {
    allowComplaints(/ERR_FAILED/);
    await signIn();
    await page.route(/getallgenres|ott\/submissions$/, (route) => route.abort());
    await page.goto(href('submitFilm'));
    await expect(page.getByText(text.genresFailed)).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: commonMessages.tryAgain })).toBeVisible();
    await expectNoBarriers(page);
    await page.unroute(/getallgenres|ott\/submissions$/);
    await page.getByRole('group', { name: text.genre }).getByRole('button', { name: text.tryOnceMore }).click();
    await expect(page.getByRole('checkbox').first()).toBeVisible();
  },
);
