import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { MINUTE } from '#domain/limits/durations.ts';
import { nounTitle, officeScreenMessages as text } from '#messages/office-screens.ts';
import { href } from '#routes.ts';
import { appCode, anInvitation, OFFICE_PASSWORD } from './office.ts';
import { button, field, heading, openOffice, requiredField } from './office-page.ts';
import { aDisputedTicket } from './disputes.ts';
import { purchaseSteps } from './purchase.ts';
import type { TestServer } from './test-server.ts';

interface OfficeScreen {
  name: string;
  open: (page: Page, server: TestServer) => Promise<unknown>;
  /** Brings the loaded page into the tested state. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** The main screens of the back office, of an owner. */
export const OFFICE_SCREENS: OfficeScreen[] = [
  { name: 'the sign-in', open: openSignIn },
  { name: 'an invitation', open: openInvitation },
  { name: 'the recovery codes', open: openRecoveryCodes },
  { name: 'the overview', open: openOverview },
  {
    name: 'going to a page',
    open: (page, server) => openOffice(server, page, '#/jobs', 'owner'),
    prepare: typeGoTo,
  },
  { name: 'the films, two of them selected', open: openSelectedFilms },
  { name: 'a film', open: openFilm },
  { name: 'the form of a film', open: openFilmForm },
  { name: 'a wrong and a missing value', open: openInvalidForm },
  { name: 'the preview of a new price', open: openPricePreview },
  { name: 'a film that somebody else has changed', open: openChangedMeanwhile },
  { name: 'the focal point of a poster', open: openFocalPoint },
  { name: 'an order', open: openOrder },
  { name: 'the confirmation with a new code', open: openConfirmation },
  { name: 'the report of sales', open: openSales },
  { name: 'a job', open: openJob },
  { name: 'the disputes', open: openDisputes },
  { name: 'a dispute', open: openDispute },
];

async function openSignIn(page: Page) {
  await page.goto(href('office'));
  await expect(heading(page)).toHaveText(text.signInTitle);
  await button(page, text.signIn).click();
  await page.getByText(text.fillIn).first().waitFor();
}

async function openInvitation(page: Page, server: TestServer) {
  const { name, invitation } = await anInvitation(server, ['owner']);
  await page.goto(`${href('office')}#invitation=${invitation}`);
  await expect(heading(page)).toHaveText(text.welcome(name));
}

async function openRecoveryCodes(page: Page, server: TestServer) {
  await openInvitation(page, server);
  const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '');
  await field(page, text.newPassword).fill(OFFICE_PASSWORD);
  await field(page, text.code).fill(appCode(secret, server.clock.now()));
  await button(page, text.accept).click();
  await expect(heading(page)).toHaveText(text.recoveryTitle);
}

async function openOverview(page: Page, server: TestServer) {
  const [viewer, film] = [await server.aViewer(), await server.aFilm({ movieName: 'கடைசி மழை' })];
  await server.anOrder(viewer, film, { paidAt: new Date(server.clock.now().getTime() - MINUTE) });
  await openOffice(server, page, '#/', 'owner');
  await page.locator('.office-totals').waitFor();
}

async function typeGoTo(page: Page) {
  await expect(heading(page)).toHaveText(text.jobs);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('film');
  await page.getByRole('option', { name: nounTitle('movie'), exact: true }).waitFor();
}

async function openSelectedFilms(page: Page, server: TestServer) {
  const films = [
    await server.aFilm(),
    await server.aFilm({ movieName: 'The Long Way Round to the Lighthouse' }),
  ];
  await openOffice(server, page, '#/movie', 'owner');
  for (const { movieKey } of films) await page.getByLabel(text.selectRow(movieKey!)).check();
  await page.getByText(text.columns, { exact: true }).click();
}

async function openFilm(page: Page, server: TestServer) {
  const film = await server.aFilm({ movieName: 'கடைசி மழை', movieNameEn: 'The Last Rain' });
  await openOffice(server, page, `#/movie/show?film=${film.movieId}`, 'owner');
  await page.locator('.office-facts').first().waitFor();
}

async function openFilmForm(page: Page, server: TestServer) {
  const film = await server.aFilm({
    movieName: 'கடைசி மழை',
    movieNameEn: 'The Last Rain',
    poster: null,
  });
  await openOffice(server, page, `#/movie/edit?film=${film.movieId}`, 'owner');
  await page.locator('.office-frame').contentFrame().locator('.card').waitFor();
}

async function openInvalidForm(page: Page, server: TestServer) {
  await openOffice(server, page, '#/movie/price', 'owner');
  await requiredField(page, 'Price in rupees').fill('cheap');
  await button(page, text.dryRun).click();
  await page.getByText(text.fillIn).first().waitFor();
}

async function openPricePreview(page: Page, server: TestServer) {
  const film = await server.aFilm({ ticketRate: 149 });
  await openOffice(server, page, `#/movie/price?film=${film.movieId}`, 'owner');
  await expect(requiredField(page, 'Price in rupees')).toHaveValue('149');
  await requiredField(page, 'Price in rupees').fill('99');
  await button(page, text.dryRun).click();
  await page.getByRole('heading', { name: text.wouldChange }).waitFor();
  return film;
}

async function openChangedMeanwhile(page: Page, server: TestServer) {
  const { movieId } = await openPricePreview(page, server);
  await server.database.query(`update movies set ticket_rate = 12000 where movie_id = ${movieId}`);
  await button(page, text.apply).click();
  await page.getByRole('table', { name: text.changedMeanwhile }).waitFor();
}

async function openFocalPoint(page: Page, server: TestServer) {
  await page.context().route(/\/api\/office\/uploads/, () => undefined);
  const film = await server.aFilm({ poster: null });
  await openOffice(server, page, `#/media/poster?film=${film.movieId}`, 'owner');
  const background = {
    create: { width: 1200, height: 600, channels: 3 as const, background: '#456' },
  };
  const buffer = await sharp(background).jpeg().toBuffer();
  await page
    .getByLabel(`File: ${text.chooseFile}`)
    .setInputFiles({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer });
  await page.locator('.office-crop img').waitFor();
}

async function openOrder(page: Page, server: TestServer) {
  const { anUnpaidOrder, pay } = purchaseSteps(server);
  const { viewer, order } = await anUnpaidOrder({ buyerState: '33' });
  await pay(viewer, order);
  await openOffice(server, page, `#/order/show?order=${order.orderNo}`, 'owner');
  await page.getByRole('list', { name: text.orderTimeline }).waitFor();
}

async function openConfirmation(page: Page, server: TestServer) {
  const member = await openOffice(server, page, '#/office/invite', 'owner');
  await requiredField(page, 'Name').fill('ravi@example.com');
  await requiredField(page, 'Roles').fill('support');
  await button(page, text.dryRun).click();
  await page.getByRole('heading', { name: text.wouldChange }).waitFor();
  server.clock.advance(6 * MINUTE);
  await button(page, text.apply).click();
  await page.getByRole('dialog', { name: text.confirmTitle }).waitFor();
  return member;
}

async function openSales(page: Page, server: TestServer) {
  const [viewer, film] = [await server.aViewer(), await server.aFilm()];
  await server.anOrder(viewer, film, { paidAt: server.clock.now() });
  await openOffice(server, page, '#/report/sales', 'owner');
  await button(page, text.show).click();
  await page.getByRole('img', { name: text.salesByDay }).waitFor();
}

async function openJob(page: Page, server: TestServer) {
  await openOffice(server, page, '#/reconcile', 'owner');
  await button(page, text.dryRun).click();
  await expect(page.getByText(text.states.done, { exact: true })).toBeVisible({ timeout: 20_000 });
}

async function openDisputes(page: Page, server: TestServer) {
  const { disputeId } = await aDisputedTicket(server);
  await aDisputedTicket(
    server,
    await server.aFilm({ movieName: 'The Long Way Round to the Lighthouse' }),
  );
  await openOffice(server, page, '#/dispute', 'owner');
  await page.getByRole('link', { name: disputeId }).waitFor();
}

async function openDispute(page: Page, server: TestServer) {
  const { disputeId } = await aDisputedTicket(server);
  await openOffice(server, page, `#/dispute/show?dispute=${disputeId}`, 'owner');
  await button(page, text.downloadEvidence).waitFor();
}
