import { expect, test } from 'vitest';
import { option, sentence } from '#domain/format/sentence.ts';
import { column, toColumns } from '../../scripts/cinema/columns.ts';
import { toOperationResult } from '../../scripts/cinema/office-result.ts';
import { formatReport } from '../../scripts/cinema/print.ts';
import { detailsResult, listResult, table, toSheet } from '../../scripts/cinema/results.ts';

const AT = new Date('2026-12-05T12:30:00Z');
const ROWS = [
  { film: '1917', gross: 118.5, opensAt: AT },
  { film: '+1', gross: 100, opensAt: null },
];
const COLUMNS = {
  film: column.text('film'),
  gross: column.exactRupees('gross ₹'),
  opensAt: column.instant('opens'),
};
const NAMES = { titles: new Map<string, string>(), labels: new Map([['to', 'Last day']]) };

test('a terminal formats the values of a table by their columns', () => {
  expect(formatReport([table(ROWS, COLUMNS)])).toEqual([
    'film  gross ₹  opens',
    '1917  118.50   2026-12-05 18:00',
    '+1    100.00   -',
  ]);
});

test('a column whose type does not fit its values does not compile', () => {
  // @ts-expect-error A text is not an instant.
  table(ROWS, { film: column.instant('film') });
  // @ts-expect-error The rows have no such value.
  expect(toColumns<(typeof ROWS)[number]>({ price: column.rupees('price') })).toHaveLength(1);
});

test('a file for spreadsheets has the values; its CSV is text of the same values', () => {
  const sheet = toSheet(ROWS, toColumns<(typeof ROWS)[number]>(COLUMNS));
  expect(sheet.rows).toEqual([
    ['1917', 118.5, AT.toISOString()],
    ['+1', 100, null],
  ]);
  expect(formatReport([{ kind: 'sheet', sheet, isMarked: false }])).toEqual([
    '"film","gross ₹","opens"',
    '"1917",118.50,"2026-12-05T12:30:00.000Z"',
    `"'+1",100.00,`,
  ]);
});

test('the back office gets the declared columns of a list, and the rows that follow', () => {
  const result = toOperationResult(listResult('films', { rows: ROWS, next: '7' }, COLUMNS), NAMES);
  expect(result).toMatchObject({ view: 'list', data: { next: '7' }, facts: {} });
  expect(result.tables['films']?.map(({ key, type }) => [key, type])).toEqual([
    ['film', 'text'],
    ['gross', 'rupees'],
    ['opensAt', 'instant'],
  ]);
  expect(result.lines.join()).not.toContain('--after');
});

test('the types of other values are those of the values, also inside a record', () => {
  const data = {
    waiting: { count: 2, since: AT },
    isOpen: true,
    name: '2026-12-05T12:30:00Z',
    rows: [
      { code: 'A', limit: null, mixed: 1 },
      { code: 'B', limit: 5, mixed: 'two' },
    ],
  };
  const { facts, tables } = toOperationResult(detailsResult(data, []), NAMES);
  expect(facts).toEqual({
    waiting: { count: 'number', since: 'instant' },
    isOpen: 'flag',
    name: 'text',
  });
  expect(tables).toEqual({
    rows: [
      { key: 'code', type: 'text' },
      { key: 'limit', type: 'number' },
      { key: 'mixed', type: 'text' },
    ],
  });
});

test('a report names options as its face does, and leaves data alone', () => {
  const result = detailsResult({ name: 'Paths --to 2046' }, [
    'Paths --to 2046',
    sentence`Use ${option('to')}.`,
  ]);
  expect(formatReport(result.report)).toEqual(['Paths --to 2046', 'Use --to.']);
  expect(toOperationResult(result, NAMES)).toMatchObject({
    data: { name: 'Paths --to 2046' },
    lines: ['Paths --to 2046', 'Use “Last day”.'],
  });
});
