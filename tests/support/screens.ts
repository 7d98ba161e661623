import type { Page } from '@playwright/test';
import type { Order } from '#contract/booking.ts';
import type { Movie } from '#contract/catalogue.ts';
import { accountMessages } from '#messages/accounts.ts';
import { catalogueMessages } from '#messages/catalogue.ts';
import { detailMessages } from '#messages/details.ts';
import { giftOrderMessages } from '#messages/gift-orders.ts';
import { giftMessages } from '#messages/gifts.ts';
import { placeMessages } from '#messages/places.ts';
import { playbackMessages } from '#messages/playback.ts';
import { reviewMessages } from '#messages/reviews.ts';
import { submissionMessages } from '#messages/submission.ts';
import { televisionCodeMessages } from '#messages/television-code.ts';
import {
  giftPath,
  giveFilmPath,
  href,
  otherBrowserPath,
  submittedFilmPath,
  submittedFilmsPath,
} from '#routes.ts';
import { bookNow, failedLoadError, type Fixtures, waitForNetworkIdle } from './browser.ts';
import { PRODUCER_SCREENS } from './producer-screens.ts';
import { paypalPayer, payButton } from './payers.ts';
import { pauseVideoAt, watchFilm } from './player-page.ts';
import { PUBLIC_SCREENS } from './public-screens.ts';
import {
  button,
  fillDeclarations,
  fillFilm,
  continueTo,
  openWizard,
  submitFilm,
  openDeclarations,
} from './submission-page.ts';

export interface Screen {
  name: string;
  /** Has the layout of another screen: only the deep ring tests it. */
  isVariant?: true;
  /** `holder` has a ticket for the film. */
  as?: 'member' | 'holder';
  open: (page: Page, film: Movie, ticket?: { movieOrderId: number }) => Promise<unknown>;
  /** Brings the page into the state to check, after it has loaded. */
  prepare?: (page: Page) => Promise<unknown>;
  /** An expected console error. */
  allowedError?: RegExp;
}

export const SCREENS: Screen[] = [
  ...PUBLIC_SCREENS,
  { name: 'sign up', open: (page) => page.goto(href('signup')) },
  {
    name: 'code',
    isVariant: true,
    open: (page) => page.goto(href('otpMobile', { userdetail: '9812345678' })),
  },
  { name: 'user info', isVariant: true, as: 'member', open: (page) => page.goto(href('userInfo')) },
  {
    name: 'details',
    as: 'member',
    open: (page, film) => page.goto(href('movieDetails', { movie_id: film.movieId })),
  },
  {
    name: 'booking',
    as: 'member',
    open: (page, film) => page.goto(href('ticketBooking', { movie_id: film.movieId })),
  },
  {
    name: 'another hour',
    isVariant: true,
    as: 'holder',
    open: (page, film, ticket) =>
      page.goto(
        `${href('ticketBooking', { movie_id: film.movieId })}?ticket=${ticket!.movieOrderId}`,
      ),
  },
  { name: 'payment', as: 'member', open: bookNow },
  { name: 'payment by PayPal', isVariant: true, as: 'member', open: openWallet },
  { name: 'profile', as: 'member', open: (page) => page.goto(href('profile')) },
  {
    name: 'edit profile',
    isVariant: true,
    as: 'member',
    open: (page) => page.goto(href('editProfile')),
  },
  {
    name: 'reset password',
    isVariant: true,
    as: 'member',
    open: (page) => page.goto(href('resetPassword')),
  },
  {
    name: 'notification',
    isVariant: true,
    as: 'member',
    open: (page) => page.goto(href('notification')),
  },
  {
    name: 'settings',
    isVariant: true,
    as: 'member',
    open: (page) => page.goto(href('profileSettings')),
  },
  {
    name: 'a television’s code',
    isVariant: true,
    as: 'member',
    open: (page) => page.goto(href('televisionCode')),
  },
  {
    name: 'continuing in another browser',
    isVariant: true,
    open: (page) => page.goto(otherBrowserPath('a-code', href('movies'))),
  },
  { name: 'a television to confirm', isVariant: true, as: 'member', open: openConfirmation },
  { name: 'account deletion', isVariant: true, as: 'member', open: openDeletion },
  { name: 'my location', as: 'member', open: openMap },
  { name: 'language', isVariant: true, as: 'member', open: (page) => page.goto(href('language')) },
  {
    name: 'booking history',
    isVariant: true,
    as: 'member',
    open: (page) => page.goto(href('purchaseHistory')),
  },
  {
    name: 'booking history with a ticket',
    as: 'holder',
    open: (page) => page.goto(href('purchaseHistory')),
  },
  {
    name: 'a ticket',
    as: 'holder',
    open: (page, _, ticket) =>
      page.goto(href('purchasedOrder', { order_id: ticket!.movieOrderId })),
  },
  {
    name: 'a ticket’s invoice',
    as: 'holder',
    open: (page, _, ticket) =>
      page.goto(`${href('purchasedOrder', { order_id: ticket!.movieOrderId })}#invoice`),
  },
  { name: 'booking a gift', isVariant: true, as: 'member', open: openGiftChoice },
  { name: 'a gift to give', as: 'member', open: openGivenGift },
  { name: 'a gift to claim', as: 'member', open: openReceivedGift },
  {
    name: 'home with a ticket',
    isVariant: true,
    as: 'holder',
    open: (page) => page.goto(href('home')),
  },
  {
    name: 'your videos with a ticket',
    isVariant: true,
    as: 'holder',
    open: (page) => page.goto(href('upcoming')),
  },
  { name: 'the copyright warning', as: 'holder', open: openWarning },
  { name: 'the player, paused', isVariant: true, as: 'holder', open: openPausedPlayer },
  { name: 'the ticket after paying', isVariant: true, as: 'holder', open: openTicketDialog },
  { name: 'writing a review', as: 'holder', open: openReviewForm },
  { name: 'all reviews', isVariant: true, as: 'member', open: openReviewList },
  { name: 'submit a film', as: 'member', open: openIncompleteFilm },
  { name: 'submit a film, contact person', isVariant: true, as: 'member', open: openContactPerson },
  { name: 'submit a film, declarations', isVariant: true, as: 'member', open: openUnpaidFee },
  { name: 'submit a film, a list open', isVariant: true, as: 'member', open: openSuggestions },
  { name: 'after submitting', isVariant: true, as: 'member', open: openSubmittedFilm },
  { name: 'submitted films', as: 'member', open: openTracker },
  ...PRODUCER_SCREENS,
];

async function openIncompleteFilm(page: Page) {
  await openWizard(page);
  await button(page, submissionMessages.continue).click();
  await page.getByText(submissionMessages.genreRequired).waitFor();
  // A phone scrolls slowly to the focused field, and would move during the screenshots.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}

async function openContactPerson(page: Page) {
  await openWizard(page);
  await fillFilm(page);
  await continueTo(page, 2);
  await button(page, submissionMessages.continue).click();
  await page.getByText(submissionMessages.nameRequired).waitFor();
}

async function openUnpaidFee(page: Page) {
  await openDeclarations(page);
  await fillDeclarations(page, '500');
  await button(page, submissionMessages.submit).click();
  await page.getByText(submissionMessages.methodRequired).waitFor();
  await page.getByRole('radio').first().check();
  await page.getByText(submissionMessages.payFirst).waitFor();
}

async function openSuggestions(page: Page) {
  await openWizard(page);
  await page.getByLabel(submissionMessages.film.primaryLanguage, { exact: true }).click();
  await page.getByRole('listbox', { name: submissionMessages.suggestions('') }).waitFor();
}

async function openSubmittedFilm(page: Page) {
  await page.goto(submittedFilmPath(await submitFilm(page)));
  await page.getByRole('heading', { name: submissionMessages.received }).waitFor();
}

async function openTracker(page: Page) {
  await submitFilm(page);
  await page.goto(submittedFilmsPath);
  await page.getByRole('heading', { name: submissionMessages.films }).waitFor();
}

async function openWallet(page: Page, film: Movie) {
  await bookNow(page, film);
  await paypalPayer.chooseMethod(page);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pay with PayPal' }).waitFor();
}

async function openWarning(page: Page, film: Movie) {
  await page.goto(href('movieDetails', { movie_id: film.movieId }));
  await page.getByRole('button', { name: detailMessages.watchNow }).locator('visible=true').click();
  await page.getByText(playbackMessages.copyrightWarning).waitFor();
}

async function openPausedPlayer(page: Page, film: Movie) {
  await watchFilm(page, film);
  await pauseVideoAt(page, 8);
  // A phone has no pointer over a control.
  await page.mouse.move(0, 0);
}

async function openTicketDialog(page: Page, film: Movie) {
  await page.goto(`${href('movieDetails', { movie_id: film.movieId })}#ticket`);
  await page.getByRole('dialog', { name: detailMessages.booked }).waitFor();
}

async function openReviewForm(page: Page, film: Movie) {
  await page.goto(href('movieDetails', { movie_id: film.movieId }));
  await page.getByRole('button', { name: catalogueMessages.rateThis }).click();
  await page.getByRole('button', { name: reviewMessages.submit }).click();
  await page.getByText(reviewMessages.enterComments).waitFor();
}

async function openReviewList(page: Page, film: Movie) {
  await page.goto(href('movieDetails', { movie_id: film.movieId }));
  await page.getByRole('button', { name: reviewMessages.allReviews(film.overallRank) }).click();
  await page.getByRole('dialog', { name: reviewMessages.listTitle }).waitFor();
}

async function openConfirmation(page: Page) {
  const response = await page.request.post('/api/auth/devices/code');
  const { userCode } = (await response.json()) as { userCode: string };
  await page.goto(`${href('televisionCode')}?code=${userCode}`);
  await page.getByRole('button', { name: televisionCodeMessages.confirm }).waitFor();
}

async function openDeletion(page: Page) {
  await page.goto(href('profileSettings'));
  await page.getByRole('button', { name: accountMessages.deleteAccount }).click();
}

async function openGiftChoice(page: Page, film: Movie) {
  await page.goto(giveFilmPath(film.movieId));
  await page.getByLabel(giftOrderMessages.message).waitFor();
}

/** The signed-in viewer's free gift. */
async function buyGift(page: Page, { movieId }: Movie) {
  const token = await page.evaluate(() => localStorage.getItem('userToken'));
  const options = (data: object) => ({ data, headers: { authorization: `Bearer ${token}` } });
  const gift = { giverName: 'Asha', receiverName: 'Ravi', message: 'Happy birthday, dear Ravi!' };
  const booked = await page.request.post(
    `/api/ott/movies/${movieId}/orders`,
    options({ gift, timezone: 'Asia/Kolkata', couponCode: 'HOUSEFULL' }),
  );
  const { movieOrderId } = (await booked.json()) as { movieOrderId: number };
  const paid = await page.request.put(
    `/api/ott/orders/${movieOrderId}/payment`,
    options({ paymentStatus: 'PAID' }),
  );
  return (await paid.json()) as Order;
}

async function openGivenGift(page: Page, film: Movie) {
  const { movieOrderId } = await buyGift(page, film);
  await page.goto(href('purchasedOrder', { order_id: movieOrderId }));
  await page.getByLabel(giftOrderMessages.link).waitFor();
}

async function openReceivedGift(page: Page, film: Movie) {
  const { gift } = await buyGift(page, film);
  await page.goto(giftPath(gift!.code!));
  await page.getByRole('button', { name: giftMessages.chooseHour }).waitFor();
}

async function openMap(page: Page) {
  await page.goto(href('myLocation'));
  await page.getByRole('button', { name: placeMessages.zoomIn }).waitFor();
}

type ScreenFixtures = Pick<Fixtures, 'signIn' | 'aTicket' | 'films' | 'allowConsoleErrors'> & {
  page: Page;
};

/** Opens a screen with its viewer, without animations, and waits until it is complete. Without `mobile`, a new number is used. */
export async function openScreen(
  { as, open, prepare, allowedError }: Screen,
  { page, signIn, aTicket, films, allowConsoleErrors }: ScreenFixtures,
  mobile?: string,
) {
  allowConsoleErrors(failedLoadError(404), ...(allowedError ? [allowedError] : []));
  const film = films.paid.find(({ trailorUrl }) => trailorUrl)!;
  const viewer = as && (await signIn(mobile));
  const ticket = as === 'holder' ? await aTicket(viewer!, film) : undefined;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, film, ticket);
  await waitUntilSettled(page);
  await prepare?.(page);
}

/** Waits until requests are finished, skeletons are gone and fonts are loaded. */
export async function waitUntilSettled(page: Page) {
  await waitForNetworkIdle(page);
  await page.waitForFunction(
    () =>
      !document.querySelector('.skeleton, [data-skeleton]') && document.fonts.status === 'loaded',
  );
}
