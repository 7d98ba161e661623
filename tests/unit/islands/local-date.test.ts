/** @module-tag dates */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { toLocalDayjs } from '#domain/dates.ts';
import { displayDate, displayMonth } from '#domain/format/dates.ts';
import { LocalDate } from '#islands/catalogue/LocalDate.tsx';
import { PROJECT } from '../../support/project.ts';

// 1 December in India, still November in New York.
const WIRE = '30-11-2026 20:00:00';
const FORMS = ['date', 'words', 'day', 'month', 'release'] as const;
const initialZone = process.env['TZ']!;
afterEach(() => void (process.env['TZ'] = initialZone));

/** The page's dates after the head script has run in a zone. */
function datesIn(zone: string) {
  process.env['TZ'] = zone;
  const times = FORMS.map((as) => {
    const html = renderToStaticMarkup(createElement(LocalDate, { wire: WIRE, as }));
    const [, dateTime, textContent] = /^<time dateTime="([^"]+)" data-as="\w+">(.+)<\/time>$/i.exec(
      html,
    )!;
    return { dateTime, textContent, dataset: { as } };
  });
  const script = readFileSync(join(PROJECT, 'src/layouts/local-dates.js'), 'utf8');
  const listen = (_: string, act: () => void) => act();
  const Observer = class {
    observe() {}
    disconnect() {}
  };
  new Function('document', 'MutationObserver', 'addEventListener', script)(
    { querySelectorAll: () => times },
    Observer,
    listen,
  );
  return times.map(({ textContent }) => textContent);
}

test('the HTML has India’s date', () => {
  expect(datesIn('Asia/Kolkata')).toEqual([
    '01 DEC 2026',
    '01 Dec 2026',
    '01',
    'Dec',
    'December 2026',
  ]);
});

test.each(['America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati', 'Europe/London'])(
  'in %s the page’s script and the islands show the same dates',
  (zone) => {
    const day = toLocalDayjs(WIRE, zone)!;
    expect(datesIn(zone)).toEqual([
      displayDate(WIRE, zone),
      day.format('DD MMM YYYY'),
      day.format('DD'),
      day.format('MMM'),
      displayMonth(WIRE, zone),
    ]);
  },
);

test('no date is a dash', () => {
  expect(renderToStaticMarkup(createElement(LocalDate, { wire: null, as: 'date' }))).toBe(
    '<span>-</span>',
  );
});
