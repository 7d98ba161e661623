import type { Page } from '@playwright/test';
import { submissionMessages as text } from '#messages/submission.ts';
import { href } from '#routes.ts';
import { expect } from './browser.ts';
import { CONTACT, DECLARED, FILM } from './submission-words.ts';

type Pattern = Record<string, string>;

/** Writes into the fields that these labels name. */
async function write(page: Page, labels: Pattern, values: Pattern) {
  for (const [name, label] of Object.entries(labels)) await page.getByLabel(label, { exact: true }).fill(values[name]!);
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, step: 1 | 2 | 3) =>
  page.getByRole('heading', { name: text.steps[step - 1]!, exact: true });

export async function openWizard(page: Page) {
  await page.goto(href('submitFilm'));
  await expect(page.getByRole('checkbox').first()).toBeVisible();
}

export async function fillFilm(page: Page, film: Pattern = FILM) {
  await write(page, text.film, { ...FILM, ...film });
  await page.getByRole('checkbox').first().check();
}

export const fillContact = (page: Page) => write(page, text.contact, CONTACT);

export const fillDeclarations = async (page: Page, contactPayment = '0') => {
  const labels = { contactSignature: text.signature, contactPlace: text.place, contactPayment: text.payAmount };
  await write(page, labels, { ...DECLARED, contactPayment } as unknown as Pattern);
  await page.getByLabel(text.declare).check();
};

export async function goOn(page: Page, step: 2 | 3) {
  await button(page, text.continue).click();
  await expect(heading(page, step)).toBeAttached();
}

/** To the third step, with the two before it filled in. */
export async function toDeclarations(page: Page) {
  await openWizard(page);
  await fillFilm(page);
  await goOn(page, 2);
  await fillContact(page);
  await goOn(page, 3);
}

/** Sends a film in as the wizard would, for the viewer of the page's browser. */
export async function submitFilm(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('userToken'));
  const reply = await page.request.post('/api/ott/movies', {
    data: { ...FILM, ...CONTACT, ...DECLARED, contactPayment: 0 },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status(), await reply.text()).toBe(201);
}

/** Home, with the specification's words. */
export async function isIn(page: Page) {
  await expect(page.getByText(text.created)).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
}
