import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from '../support/fake-browser.ts';
import { TOAST_MS } from '#domain/limits/notices.ts';
import {
  $notices,
  notify,
  notifyOnNextPage,
  saveUnreadNotices,
  takeNotices,
} from '#stores/notices/notices.ts';
import { testNow } from '../support/test-now.ts';

beforeEach(() => void takeNotices());
const savedTexts = () =>
  JSON.parse(browser.session.getItem('notices') ?? '[]').map(({ text }: { text: string }) => text);

test('a notice waits until it is shown', () => {
  notify('success', 'Login Successful');
  expect($notices.get()).toMatchObject([{ kind: 'success', text: 'Login Successful' }]);
  expect(takeNotices()).toHaveLength(1);
  expect($notices.get()).toEqual([]);
});

test('a notice for the next page is shown there again if it was shown for less than two seconds', () => {
  notifyOnNextPage('success', 'Login Successful');
  takeNotices();
  browser.dispatch(new Event('pagehide'));
  expect(savedTexts()).toContain('Login Successful');
});

test('a notice shown for two seconds is not shown again', () => {
  notifyOnNextPage('info', 'Read');
  takeNotices();
  saveUnreadNotices(testNow().getTime() + TOAST_MS);
  expect(browser.session.getItem('notices')).toBeNull();
});

test('a notice about this page is not shown on the next page', () => {
  notify('error', 'Please select the show date and time');
  takeNotices();
  saveUnreadNotices();
  expect(savedTexts()).not.toContain('Please select the show date and time');
});

test('the reason why the guard sent the visitor home is shown once, on the home page', async () => {
  browser.session.setItem('guardNotice', JSON.stringify('Sign in to see your tickets'));
  const noticesOfNewPage = async () => {
    vi.resetModules();
    const { $notices: loaded } = await import('#stores/notices/notices.ts');
    return loaded.get().map(({ text }) => text);
  };
  expect(await noticesOfNewPage()).toEqual(['Sign in to see your tickets']);
  expect(await noticesOfNewPage()).toEqual([]);
});
