import { beforeEach, expect, test } from 'vitest';
import { browser } from '../support/tab.ts';
import { TOAST_MS } from '#domain/limits.ts';
import { $notices, keepUnread, notify, takeNotices } from '#stores/notices.ts';

beforeEach(() => void takeNotices());
const words = () => JSON.parse(browser.session.getItem('notices') ?? '[]').map(({ text }: { text: string }) => text);

test('a notice waits until somebody shows it', () => {
  notify('success', 'Login Successful');
  expect($notices.get()).toMatchObject([{ kind: 'success', text: 'Login Successful' }]);
  expect(takeNotices()).toHaveLength(1);
  expect($notices.get()).toEqual([]);
});

test('a notice that nobody had two seconds to read goes along to the next page', () => {
  notify('success', 'Login Successful');
  takeNotices();
  browser.dispatch(new Event('pagehide'));
  expect(words()).toContain('Login Successful');
});

test('a notice that was read stays behind', () => {
  notify('info', 'Read');
  takeNotices();
  keepUnread(Date.now() + TOAST_MS);
  expect(browser.session.getItem('notices')).toBeNull();
});
