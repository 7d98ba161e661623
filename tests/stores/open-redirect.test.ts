import { describe, expect, test } from 'vitest';
import { browser } from '../support/tab.ts';
import { rememberReturn, safePath, signUpHref, takeReturn } from '#stores/lib/return-path.ts';

describe('the return address', () => {
  test.each([
    '/movies/ticket-booking/12',
    '/movies-details/7?tab=reviews#top',
    '/purchasehistory',
    '/v/night-rail/k3y',
    '/',
  ])('may be %s', (path) => expect(safePath(path)).toBe(path));

  test.each([
    ['another house', 'https://evil.example/movies'],
    ['another house without a scheme', '//evil.example/movies'],
    ['another house by backslashes', '/\\evil.example'],
    ['another house behind dots', '/.//evil.example'],
    ['another house behind a step up', '/..//evil.example/x'],
    ['another house behind a tab', '/\t/evil.example'],
    ['another house behind a line', '/\n/evil.example'],
    ['another house behind a name', '/@evil.example/..//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a script behind a blank', ' javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a page that only guests may see', '/signup?next=/signup'],
    ['a page that is none of ours', '/admin'],
    ['the API', '/api/auth/users/logout'],
    ['a word', 'movies'],
    ['nothing', ''],
  ])('is not %s', (_, wish) => expect(safePath(wish)).toBeNull());

  test('is taken once', () => {
    rememberReturn('?next=%2Fmovies%2Fticket-booking%2F12');
    expect(signUpHref()).toBe('/signup?next=%2Fmovies%2Fticket-booking%2F12');
    expect(takeReturn()).toBe('/movies/ticket-booking/12');
    expect(takeReturn()).toBe('/');
  });

  test('is forgotten by a visit without one', () => {
    rememberReturn('?next=/purchasehistory');
    rememberReturn('');
    expect(takeReturn()).toBe('/');
  });

  test('that was written into storage by others is checked again', async () => {
    browser.session.setItem('returnTo', JSON.stringify('//evil.example'));
    const { takeReturn: takeAfterReload } = await import('#stores/lib/return-path.ts?reload' as string);
    expect(takeAfterReload()).toBe('/');
  });
});
