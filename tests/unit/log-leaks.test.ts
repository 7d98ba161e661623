import { describe, expect, test } from 'vitest';
import { maskJson } from '#server/mask.ts';
import { leaksIn, secretsIn } from '../support/log-leaks.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.4pcPyMD09olPSyXnrXCjTwXyr4BsezdI1AVTmud2fU4';
const REFRESH = 'Zr8mJ0f1x-Q_4kqVYw2sT6uB9nC3dE5gH7iL0oPaRtA';
const secrets = secretsIn(
  [
    {
      table: 'inbox.message',
      id: 'a',
      row: { to: '919812345678', text: '004512 is your code, good for 10 minutes' },
    },
    {
      table: 'inbox.message',
      id: 'b',
      row: { to: 'asha@example.com', text: '730001 is your code' },
    },
    { table: 'inbox.message', id: 'b', row: null },
    { table: 'facebook.token', id: 'EAASabc', row: {} },
  ]
    .map((entry) => JSON.stringify(entry))
    .join('\n'),
);
const line = (fields: object) =>
  JSON.stringify({
    level: 20,
    time: 1_795_242_600_000,
    pid: 730_001,
    hostname: 'h',
    ms: 730_001,
    ...fields,
  });

describe('the search for leaks in a log', () => {
  test.each([
    ['a user token', { path: `/x/t/${TOKEN}/y` }, 'a token'],
    ['half of a user token', { path: TOKEN.split('.').slice(0, 2).join('.') }, 'a token'],
    ['a refresh token', { err: { parameters: [REFRESH] } }, 'an opaque token'],
    ['a code', { msg: '004512 was wrong' }, 'a one-time code'],
    ['a code as a number', { code: 730_001 }, 'a one-time code'],
    ['a code that was cleared from the inbox', { msg: 'code=730001' }, 'a one-time code'],
    ['a mobile number with its dial code', { to: '+91 9812345678' }, 'a mobile number'],
    ['a mobile number as a JSON number', { to: 9_812_345_678 }, 'a mobile number'],
    [
      'a mobile number between hyphens',
      { to: 'x-9812345678-y' },
      'a number, an address or a token of this run',
    ],
    ['an unknown mobile number', { msg: 'no 2025550123' }, 'a mobile number'],
    ['an address', { msg: 'to maya.k@example.org' }, 'an e-mail address'],
    ['a token of the run', { token: 'EAASabc' }, 'a number, an address or a token of this run'],
  ])('finds %s', (_, fields, leak) => {
    expect(leaksIn(`plain\n${line(fields)}\n`, secrets)).toContain(`line 2: ${leak}`);
  });

  test('searches plain text too', () => {
    expect(leaksIn('Error: 9812345678 is taken', secrets)).not.toEqual([]);
  });

  test('finds nothing in normal or masked lines', () => {
    const lines = [
      line({
        requestId: '0b6c3b0e-7300-4a1c-9a2b-730001730001',
        path: '/api/ott/orders/12',
        status: 200,
      }),
      'Sample viewer:      +91 9000000002     Sample producer: +91 9000000001',
      '  /movies/index.html (+12ms)',
      ...[TOKEN, REFRESH, '+919812345678', 'asha@example.com', 'code 004512'].map((msg) =>
        maskJson(line({ msg })),
      ),
    ];
    expect(leaksIn(lines.join('\n'), secrets)).toEqual([]);
  });
});
