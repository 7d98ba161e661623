import { expect, test } from 'vitest';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { findLinks } from '#stores/office/office-links.ts';
import { salesSeriesOf } from '#stores/office/sales-report.ts';
import { officeOperations } from '../../../scripts/cinema/office-operations.ts';

const labelsFor = (typed: string) =>
  findLinks(officeOperations.operations, typed).map(({ label }) => label);

test('pages and operations are found by their words; those that start with the text come first', () => {
  expect(labelsFor('orders')[0]).toBe('Orders');
  expect(labelsFor(' Refund ')[0]).toBe('Refund an order');
  expect(labelsFor('price film')).toContain('Set the price of a film');
  expect(labelsFor('nothing of this')).toEqual([]);
  expect(labelsFor('').length).toBeGreaterThan(3);
});

const row = (day: string, film: string, gross: number) => ({ day, film, movieName: null, gross });
const report = (rows: ReturnType<typeof row>[], gross: number) => ({ rows, total: { gross } });

test('a sales report has its sums by film and by day, and by month if it is long', () => {
  const rows = [
    row('2026-10-31', 'one', 0.1),
    row('2026-10-31', 'two', 3),
    row('2026-11-01', 'one', 0.2),
  ];
  const [byDay, byFilm] = salesSeriesOf(report(rows, 3.3))!;
  expect(byDay).toMatchObject({
    name: text.salesByDay,
    labels: ['2026-10-31', '2026-11-01'],
    values: [3.1, 0.2],
  });
  expect(byFilm).toMatchObject({ labels: ['two', 'one'], values: [3, 0.3] });
  expect(byFilm!.sentence).toContain('two');
  const days = Array.from({ length: 70 }, (_, at) =>
    new Date(Date.UTC(2026, 8, 1 + at)).toISOString().slice(0, 10),
  );
  const [byMonth] = salesSeriesOf(
    report(
      days.map((day) => row(day, 'one', 1)),
      70,
    ),
  )!;
  expect(byMonth).toMatchObject({ labels: ['2026-09', '2026-10', '2026-11'], values: [30, 31, 9] });
});

test('a part of a sales report has no sums', () => {
  expect(salesSeriesOf(report([row('2026-10-31', 'one', 1)], 2))).toBeNull();
  expect(salesSeriesOf(report([], 0))).toBeNull();
});
