import { expect, test } from 'vitest';
import { commandOf } from '#islands/playback/player-shortcuts.ts';

const press = (key: string, change: Partial<Parameters<typeof commandOf>[0]> = {}) =>
  commandOf({
    key,
    hasModifier: false,
    isTyping: false,
    isOnClose: false,
    openPanels: { list: false, menu: false },
    ...change,
  });

test.each([
  ['j', 'rewind'],
  ['L', 'forward'],
  ['?', 'toggleList'],
])('%s is a shortcut of the player', (key, command) => expect(press(key)).toBe(command));

test.each([' ', 'k', 'ArrowLeft', 'ArrowRight', 'm', 'f', 'c', 'Escape'])(
  '“%s” stays with Plyr',
  (key) => expect(press(key)).toBeNull(),
);

test('Space on the Close button pauses, and never closes', () =>
  expect(press(' ', { isOnClose: true })).toBe('togglePlay'));

test('Escape first hides the list of shortcuts, then a menu', () => {
  expect(press('Escape', { openPanels: { list: true, menu: true } })).toBe('toggleList');
  expect(press('Escape', { openPanels: { list: false, menu: true } })).toBe('stayOpen');
});

test('shortcuts of the browser and text fields keep their keys', () => {
  expect(press('l', { hasModifier: true })).toBeNull();
  expect(press('j', { isTyping: true })).toBeNull();
});
