import type { Page } from '@playwright/test';
import { submissionMessages as text } from '#messages/submission.ts';
import { href } from '#routes.ts';
import { expect } from './browser.ts';
import { CONTACT, DECLARED, FILM } from './submission-data.ts';

type FieldTexts = Record<string, string>;

async function fillFields(page: Page, labels: FieldTexts, values: FieldTexts) {
  for (const [name, label] of Object.entries(labels))
    await page.getByLabel(label, { exact: true }).fill(values[name]!);
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, step: 1 | 2 | 3) =>
  page.getByRole('heading', { name: text.steps[step - 1]!, exact: true });

export async function openWizard(page: Page) {
  await page.goto(href('submitFilm'));
  await expect(page.getByRole('checkbox').first()).toBeVisible();
}

export async function fillFilm(page: Page, film: FieldTexts = FILM) {
  await fillFields(page, text.film, { ...FILM, ...film });
  await page.getByRole('checkbox').first().check();
}

export const fillContact = (page: Page) => fillFields(page, text.contact, CONTACT);

export const fillDeclarations = async (page: Page, contactPayment = '0') => {
  const labels = {
    contactSignature: text.signature,
    contactPlace: text.place,
    contactPayment: text.payAmount,
  };
  await fillFields(page, labels, { ...DECLARED, contactPayment } as unknown as FieldTexts);
  await page.getByLabel(text.declare).check();
};

export async function continueTo(page: Page, step: 2 | 3) {
  await button(page, text.continue).click();
  await expect(heading(page, step)).toBeAttached();
}

export async function openDeclarations(page: Page) {
  await openWizard(page);
  await fillFilm(page);
  await continueTo(page, 2);
  await fillContact(page);
  await continueTo(page, 3);
}

/** Submits a film by API for the page's viewer. Returns its id. */
export async function submitFilm(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('userToken'));
  const reply = await page.request.post('/api/ott/movies', {
    data: { ...FILM, ...CONTACT, ...DECLARED, contactPayment: 0 },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return ((await reply.json()) as { movieId: number }).movieId;
}

export async function expectSubmitted(page: Page) {
  await expect(page.getByText(text.created)).toBeVisible();
  await expect(page).toHaveURL(/\/submit-film\?film=\d+$/);
  await expect(page.getByRole('heading', { name: text.received })).toBeVisible();
}
