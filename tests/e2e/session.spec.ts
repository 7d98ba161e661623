import { sessionMessages } from '#messages/session.ts';
import { href, type RouteName, routes } from '#routes.ts';
import { aMobile, codeFor, expect, refused, sharedLink, test } from '../support/browser.ts';

/** An address of a route, with some value for each parameter. */
const anAddressOf = (name: RouteName) => routes[name].path.replace(/\{\w+\}/g, '1');
const withAccess = (access: string) =>
  (Object.keys(routes) as RouteName[]).filter((name) => routes[name].access === access);

test('a visitor is sent home from every page of a viewer', async ({ page }) => {
  for (const name of [...withAccess('member'), ...withAccess('producer')]) {
    await page.goto(anAddressOf(name));
    await expect(page, name).toHaveURL(/:\d+\/$/);
  }
});

test('a viewer is sent home from the pages of guests and producers', async ({ page, signIn }) => {
  await signIn();
  for (const name of [...withAccess('guest'), ...withAccess('producer')]) {
    await page.goto(name === 'otpMobile' ? href('otpMobile', { userdetail: '9812345678' }) : anAddressOf(name));
    await expect(page, name).toHaveURL(/:\d+\/$/);
  }
});

test('a shared link leads a viewer to the film’s details', async ({ page, signIn, films }) => {
  const movie = films.paid[7]!;
  await signIn();
  await page.goto(sharedLink(movie));
  await expect(page).toHaveURL(new RegExp(`${href('movieDetails', { movie_id: movie.movieId })}/?$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(movie.movieName);
});

test('a wrong code is refused at the field, and the right one still signs in', async ({
  page,
  request,
  allowComplaints,
}) => {
  allowComplaints(refused(422));
  const mobile = aMobile();
  await page.goto(href('signup'));
  await page.getByRole('button', { name: sessionMessages.signUp }).click();
  await expect(page.getByText(sessionMessages.mobileRequired)).toBeVisible();
  await page.getByLabel(sessionMessages.mobileNumber).fill('98123');
  await expect(page.getByText(sessionMessages.mobileTooShort)).toBeVisible();
  await page.getByLabel(sessionMessages.mobileNumber).fill(mobile);
  await page.getByRole('button', { name: sessionMessages.signIn }).click();
  await expect(page).toHaveURL(new RegExp(href('otpMobile', { userdetail: mobile })));

  const code = await codeFor(request, mobile);
  await page.getByRole('button', { name: sessionMessages.joinNow }).click();
  await expect(page.getByText(sessionMessages.otpRequired)).toBeVisible();
  await page.getByLabel(sessionMessages.otpLabel).fill('12345');
  await expect(page.getByText(sessionMessages.otpTooShort)).toBeVisible();
  await page.getByLabel(sessionMessages.otpLabel).fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: sessionMessages.joinNow }).click();
  await expect(page.getByText(sessionMessages.otpInvalid).first()).toBeVisible();

  await page.getByLabel(sessionMessages.otpLabel).fill(code);
  await page.getByRole('button', { name: sessionMessages.joinNow }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.locator('html')).toHaveAttribute('data-session', 'member');
});

test('Sign out forgets everything and goes home', async ({ page, signIn }) => {
  await signIn();
  await page.goto(href('profile'));
  await page.getByRole('button', { name: sessionMessages.signOut }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(
    await page.evaluate(() =>
      ['userToken', 'refreshToken', 'userId', 'user', 'mobileNumber'].filter((key) => localStorage.getItem(key)),
    ),
  ).toEqual([]);
});

test('a token that ran out is renewed unseen; one that cannot be renewed ends the session', async ({
  page,
  signIn,
  allowComplaints,
}) => {
  allowComplaints(refused(403));
  await signIn();
  await page.evaluate(() => localStorage.setItem('userToken', 'a.b.c'));
  await page.goto(href('purchaseHistory'));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userToken')?.length ?? 0)).toBeGreaterThan(20);
  await expect(page).toHaveURL(new RegExp(href('purchaseHistory')));

  await page.evaluate(() => {
    localStorage.setItem('userToken', 'a.b.c');
    localStorage.setItem('refreshToken', 'nobody’s');
    localStorage.setItem('rememberMe', 'yes');
  });
  await page.reload();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await page.evaluate(() => [localStorage.getItem('userToken'), localStorage.getItem('rememberMe')])).toEqual([
    null,
    'yes',
  ]);
});
