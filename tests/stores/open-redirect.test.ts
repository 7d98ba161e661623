import { describe, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import {
  saveReturnPath,
  safePath,
  signUpHref,
  consumeReturnPath,
} from '#stores/lib/return-path.ts';

describe('the return path', () => {
  test.each([
    '/movies/ticket-booking/12',
    '/movies-details/7?tab=reviews#top',
    '/purchasehistory',
    '/v/night-rail/k3y',
    '/',
  ])('accepts %s', (path) => expect(safePath(path)).toBe(path));

  test.each([
    ['another server', 'https://evil.example/movies'],
    ['another server without a scheme', '//evil.example/movies'],
    ['another server by backslashes', '/\\evil.example'],
    ['another server after dots', '/.//evil.example'],
    ['another server after a parent path', '/..//evil.example/x'],
    ['another server after a tab', '/\t/evil.example'],
    ['another server after a line break', '/\n/evil.example'],
    ['another server after a user name', '/@evil.example/..//evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a script after a space', ' javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a page for guests only', '/signup?next=/signup'],
    ['an unknown page', '/admin'],
    ['the API', '/api/auth/users/logout'],
    ['a word', 'movies'],
    ['nothing', ''],
  ])('rejects %s', (_, path) => expect(safePath(path)).toBeNull());

  test('is used once', () => {
    saveReturnPath('?next=%2Fmovies%2Fticket-booking%2F12');
    expect(signUpHref()).toBe('/signup?next=%2Fmovies%2Fticket-booking%2F12');
    expect(consumeReturnPath()).toBe('/movies/ticket-booking/12');
    expect(consumeReturnPath()).toBe('/');
  });

  test('is the page from which the guard sent the visitor home, unless another one is asked for', async () => {
    const openSignUp = async (search: string, guarded: string | null) => {
      if (guarded) browser.session.setItem('guardedPath', JSON.stringify(guarded));
      vi.resetModules();
      const loaded = await import('#stores/lib/return-path.ts');
      loaded.saveReturnPath(search);
      return loaded.consumeReturnPath();
    };
    expect(await openSignUp('', '/purchasehistory/7')).toBe('/purchasehistory/7');
    expect(await openSignUp('', null)).toBe('/');
    expect(await openSignUp('?next=/movies-details/7', '/purchasehistory/7')).toBe(
      '/movies-details/7',
    );
    expect(await openSignUp('', '//evil.example')).toBe('/');
  });

  test('is cleared by a visit without ?next=', () => {
    saveReturnPath('?next=/purchasehistory');
    saveReturnPath('');
    expect(consumeReturnPath()).toBe('/');
  });

  test('is checked again when it is read from storage', async () => {
    browser.session.setItem('returnTo', JSON.stringify('//evil.example'));
    const { consumeReturnPath: consumeAfterReload } = await import(
      '#stores/lib/return-path.ts?reload' as string
    );
    expect(consumeAfterReload()).toBe('/');
  });
});
