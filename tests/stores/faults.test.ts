import { afterEach, describe, expect, test, vi } from 'vitest';
import { Fault } from '#contract/faults.ts';

const ORIGIN = 'https://matinee.example';
const sent: Fault[] = [];

/** Loads the error reporting, in a page load that is or is not in the sample. */
async function aPageLoad(path: string, { isSampled = true } = {}) {
  sent.length = 0;
  vi.resetModules();
  vi.stubGlobal('location', { origin: ORIGIN, pathname: path });
  vi.stubGlobal('navigator', {
    sendBeacon: (_: string, body: string) => sent.push(Fault.parse(JSON.parse(body))),
  });
  vi.spyOn(Math, 'random').mockReturnValue(isSampled ? 0 : 0.99);
  return (await import('#stores/notices/faults.ts')).reportFault;
}
const ownError = (message: string) =>
  Object.assign(new Error(message), {
    stack: `${message}\n at f (${ORIGIN}/_astro/a.js?v=9812345678:1:2)`,
  });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('an error of our own script', () => {
  test('is reported with the route’s name, without URL or parameters', async () => {
    (await aPageLoad('/movies-details/4711'))(
      ownError('x is not a function'),
      `${ORIGIN}/_astro/a.js:1:2`,
    );
    expect(sent).toEqual([
      {
        page: 'movieDetails',
        message: 'x is not a function',
        at: '/_astro/a.js:1:2',
        stack: 'x is not a function\n at f (/_astro/a.js:1:2)',
      },
    ]);
  });

  test('is not reported in a page load outside the sample', async () => {
    (await aPageLoad('/', { isSampled: false }))(ownError('again'));
    expect(sent).toEqual([]);
  });

  test('is reported at most three times per page load', async () => {
    const report = await aPageLoad('/');
    for (let count = 0; count < 5; count++) report(ownError('again'));
    expect(sent).toHaveLength(3);
  });

  test('is reported for any thrown value', async () => {
    const report = await aPageLoad('/');
    report(undefined, `${ORIGIN}/_astro/a.js:1:2`);
    expect(sent).toMatchObject([{ message: 'undefined' }]);
  });
});

test('an error of a browser extension is not reported', async () => {
  const report = await aPageLoad('/');
  report(
    Object.assign(new Error('extension error'), { stack: 'at chrome-extension://abc/x.js:1:1' }),
    'chrome-extension://abc/x.js:1:1',
  );
  expect(sent).toEqual([]);
});
