import { expect, test } from 'vitest';
import {
  cleanUserCode,
  displayUserCode,
  USER_CODE_LETTERS,
  USER_CODE_PATTERN,
} from '#domain/user-code.ts';

test('user codes have neither vowels nor letters that look like digits', () => {
  expect([...USER_CODE_LETTERS].filter((letter) => 'AEIOUY0123456789'.includes(letter))).toEqual(
    [],
  );
  expect(new Set(USER_CODE_LETTERS).size).toBe(20);
});

test.each([
  ['WDJB-MJHT', 'WDJBMJHT'],
  ['wdjb mjht', 'WDJBMJHT'],
  [' wDjB–mJhT\n', 'WDJBMJHT'],
  ['\u200eＷＤＪＢ\u00ad–ｍｊｈｔ\u2069', 'WDJBMJHT'],
  ['', ''],
])('%j is read as %j', (typed, code) => {
  expect(cleanUserCode(typed)).toBe(code);
});

test.each([
  ['WDJBMJHT', true],
  ['WDJBMJH', false],
  ['WDJBMJHTX', false],
  ['WDJBMJHA', false],
  ['WDJBMJH0', false],
])('whether %s is a code: %s', (code, isCode) => {
  expect(USER_CODE_PATTERN.test(code)).toBe(isCode);
});

test('a code is shown in two halves', () => {
  expect(displayUserCode('WDJBMJHT')).toBe('WDJB-MJHT');
});
