import readExcelFile from 'read-excel-file/universal';
import { describe, expect, test } from 'vitest';
import type { Column, OperationResult, Sheet } from '#contract/operation-result.ts';
import { toXlsx } from '#stores/office/spreadsheet.ts';
import { factsOf, nextOf, tablesOf } from '#stores/office/result-parts.ts';
import {
  filterRows,
  isNumeric,
  isUnbroken,
  labelOf,
  shownColumns,
  sortRows,
  withDecimals,
  withWords,
} from '#stores/office/table-rows.ts';

const ROWS = [
  {
    movieId: 2,
    movieName: 'Rain Town',
    ticketRate: 149,
    streamsFrom: '2026-11-20T06:30:00Z',
    note: null,
  },
  { movieId: 10, movieName: 'night rail', ticketRate: null, streamsFrom: null, note: null },
  {
    movieId: 1,
    movieName: 'Kite',
    ticketRate: 99.5,
    streamsFrom: '2026-11-19T06:30:00Z',
    note: null,
  },
];
const COLUMNS: Column[] = [
  { key: 'movieId', type: 'number' },
  { key: 'movieName', heading: 'name', type: 'text' },
  { key: 'ticketRate', heading: 'price ₹', type: 'rupees' },
  { key: 'streamsFrom', type: 'instant' },
];
const names = (rows: { [key: string]: unknown }[]) => rows.map(({ movieName }) => movieName);

describe('the table of a list', () => {
  test('has the headings of the command, or the words of the keys', () => {
    expect(
      shownColumns(ROWS, COLUMNS).map((column) => [column.heading, isNumeric(column)]),
    ).toEqual([
      ['Film number', true],
      ['Name', false],
      ['Price ₹', true],
      ['Streams from', false],
    ]);
  });

  test('sorts numbers as numbers and names without case; rows without a value come last', () => {
    const sorted = (key: string, isDescending = false) =>
      names(sortRows(ROWS, COLUMNS, { key, isDescending }));
    expect(sorted('movieId')).toEqual(['Kite', 'Rain Town', 'night rail']);
    expect(sorted('movieName')).toEqual(['Kite', 'night rail', 'Rain Town']);
    expect(sorted('ticketRate')).toEqual(['Kite', 'Rain Town', 'night rail']);
    expect(sorted('ticketRate', true)).toEqual(['Rain Town', 'Kite', 'night rail']);
  });

  test('finds the rows that contain every word', () => {
    expect(names(filterRows(ROWS, COLUMNS, 'RAI 149'))).toEqual(['Rain Town']);
    expect(names(filterRows(ROWS, COLUMNS, ' '))).toEqual(names(ROWS));
    expect(names(filterRows(ROWS, COLUMNS, '2026-11-20 12:00 IST'))).toEqual(['Rain Town']);
    expect(filterRows(ROWS, COLUMNS, 'nothing')).toEqual([]);
  });

  test('is a list of a result, which may continue', () => {
    const result: OperationResult = {
      view: 'list',
      data: { movies: ROWS, from: '2026-11', next: '17' },
      tables: { movies: COLUMNS },
      facts: { from: 'code' },
      lines: [],
      isPartial: false,
    };
    expect(tablesOf(result)).toEqual([{ name: 'movies', columns: COLUMNS, rows: ROWS }]);
    expect(factsOf(result).properties).toEqual([{ name: 'from', value: '2026-11', type: 'code' }]);
    expect(nextOf(result)).toBe('17');
    expect(nextOf({ ...result, data: { movies: ROWS } })).toBeNull();
  });

  test('does not take a text for a number or a time', () => {
    const films = [{ name: '1917' }, { name: '2026-11-20T06:30:00Z' }, { name: '12' }];
    const columns: Column[] = [{ key: 'name', type: 'text' }];
    expect(shownColumns(films, columns).map(isNumeric)).toEqual([false]);
    expect(filterRows(films, columns, 'T06:30:00Z')).toEqual([films[1]]);
  });

  test('has labels that keep abbreviations, and words for codes', () => {
    expect(['orderNo', 'openTickets', 'isInvited', 'CGST ₹', 'even-if-sold'].map(labelOf)).toEqual([
      'Order',
      'Open tickets',
      'Invited',
      'CGST ₹',
      'Even if sold',
    ]);
    const row = { movieType: 'MOVIES', active: 'Y', movieName: 'MOVIES' };
    expect(withWords(row)).toEqual({ movieType: 'Film', active: 'yes', movieName: 'MOVIES' });
  });
});

test('the cells of an Excel file are the values: a name of digits or with a sign stays a text', async () => {
  const sheet: Sheet = {
    columns: [
      { heading: 'Day', type: 'day' },
      { heading: 'Film', type: 'text' },
      { heading: 'Share', type: 'rupees', decimals: 2 },
      { heading: 'Reference', type: 'code' },
    ],
    rows: [
      ['2026-11-30', '1917', -115.5, '532100481516789'],
      ['2026-12-01', '+1', 7, '=1+1'],
      ['2026-12-02', 'Rain, "Town"', null, ''],
    ],
  };
  const [{ data } = {}] = await readExcelFile(await toXlsx(sheet));
  expect(data).toEqual([
    ['Day', 'Film', 'Share', 'Reference'],
    [new Date('2026-11-30'), '1917', -115.5, '532100481516789'],
    [new Date('2026-12-01'), '+1', 7, '=1+1'],
    [new Date('2026-12-02'), 'Rain, "Town"', null, null],
  ]);
});

test('a column of rupees shows paise in each row or in none', () => {
  const rows = [
    { share: 1158.8, fee: 2 },
    { share: 579, fee: 3 },
    { share: null, fee: 4 },
  ];
  const [share, fee] = shownColumns(rows, [
    { key: 'share', type: 'rupees' },
    { key: 'fee', type: 'rupees' },
  ]);
  expect(rows.map((row) => withDecimals(share!, row.share))).toEqual(['1158.80', '579.00', null]);
  expect(withDecimals(fee!, 2)).toBe(2);
});

test('days and short codes stay on one line; texts and long codes may be broken', () => {
  const values = { day: '2026-10-01', code: 'M26-003000', text: 'Kite' } as const;
  const unbroken = Object.entries(values).filter(([type, value]) =>
    isUnbroken({ key: 'x', type: type as keyof typeof values }, value),
  );
  expect(unbroken.map(([type]) => type)).toEqual(['day', 'code']);
  expect(isUnbroken({ key: 'x', type: 'code' }, 'a-reference-of-an-importer')).toBe(false);
});
