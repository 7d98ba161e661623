import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { csvToXlsx } from '#stores/office/spreadsheet.ts';
import { deliveryReportsIn, nextIn, partsOf } from '#stores/office/result-parts.ts';
import {
  columnsOf,
  filterRows,
  identifyingColumn,
  isCode,
  labelOf,
  sortRows,
  withPaise,
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
const names = (rows: { [key: string]: unknown }[]) => rows.map(({ movieName }) => movieName);

describe('the table of a list', () => {
  test('has the heads of the command, or the keys of the rows that have a value', () => {
    const heads = { movieName: 'name', note: 'note', ticketRate: '' };
    expect(columnsOf(ROWS, heads).map(({ header }) => header)).toEqual([
      'Name',
      'Note',
      'Price in rupees',
    ]);
    expect(columnsOf(ROWS).map(({ header, isNumeric }) => [header, isNumeric])).toEqual([
      ['Film number', true],
      ['Film', false],
      ['Price in rupees', true],
      ['Streams from', false],
    ]);
    expect(identifyingColumn(columnsOf(ROWS))?.key).toBe('movieId');
  });

  test('sorts numbers as numbers and names without case; rows without a value come last', () => {
    const sorted = (key: string, isDescending = false) =>
      names(sortRows(ROWS, { key, isDescending }));
    expect(sorted('movieId')).toEqual(['Kite', 'Rain Town', 'night rail']);
    expect(sorted('movieName')).toEqual(['Kite', 'night rail', 'Rain Town']);
    expect(sorted('ticketRate')).toEqual(['Kite', 'Rain Town', 'night rail']);
    expect(sorted('ticketRate', true)).toEqual(['Rain Town', 'Kite', 'night rail']);
  });

  test('finds the rows that contain every word', () => {
    expect(names(filterRows(ROWS, 'RAI 149'))).toEqual(['Rain Town']);
    expect(names(filterRows(ROWS, ' '))).toEqual(names(ROWS));
    expect(filterRows(ROWS, 'nothing')).toEqual([]);
  });

  test('is a list of a result, which may continue', () => {
    const part = { dryRun: false, movies: ROWS, next: '17' };
    expect(partsOf(part)).toEqual({
      tables: [['movies', ROWS]],
      lists: [],
      properties: [['dryRun', false]],
    });
    expect(nextIn(part)).toBe('17');
    expect(nextIn({ movies: ROWS })).toBeNull();
    expect(partsOf({ changes: 'none' })?.tables).toEqual([]);
  });

  test('the reports of delivery have their own elements', () => {
    const report = { version: 1, file: 'film.mov', streams: [], findings: [] };
    const data = { films: [{ name: 'film', report }, { name: 'bad' }] };
    expect(deliveryReportsIn(data)).toEqual([report]);
    expect(partsOf(data)?.tables).toEqual([['films', [{ name: 'film' }, { name: 'bad' }]]]);
    expect(deliveryReportsIn({ films: [{ name: 'bad' }] })).toEqual([]);
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

test('the Excel file of a CSV has numbers as numbers, long references and formulas as text', async () => {
  const lines = [
    '\uFEFF"Film","Share","Reference"',
    '"Rain, ""Town""",-115.50,"532100481516789"',
    '=1+1,7,',
  ];
  const files = unzipSync(new Uint8Array(await (await csvToXlsx(lines)).arrayBuffer()));
  const read = (path: string) => strFromU8(files[path]!);
  const texts = [...read('xl/sharedStrings.xml').matchAll(/<t>([^<]*)<\/t>/g)].map(
    ([, content]) => content,
  );
  const cells = [
    ...read('xl/worksheets/sheet1.xml').matchAll(/<c r="(\w+)"([^>]*)><v>([^<]*)<\/v>/g),
  ];
  expect(
    cells.map(([, cell, type, value]) => [
      cell,
      type!.includes('t="s"') ? texts[Number(value)] : Number(value),
    ]),
  ).toEqual([
    ['A1', 'Film'],
    ['B1', 'Share'],
    ['C1', 'Reference'],
    ['A2', 'Rain, "Town"'],
    ['B2', -115.5],
    ['C2', '532100481516789'],
    ['A3', '=1+1'],
    ['B3', 7],
  ]);
});

test('a column of rupees shows paise in each row or in none', () => {
  const rows = [
    { share: 1158.8, fee: 2 },
    { share: 579, fee: 3 },
    { share: null, fee: 4 },
  ];
  const columns = columnsOf(rows, { share: 'share ₹', fee: 'fee ₹' });
  expect(columns.map(({ hasPaise }) => hasPaise)).toEqual([true, false]);
  expect(rows.map(({ share }) => withPaise(share))).toEqual(['1158.80', '579.00', null]);
});

test('order numbers and months are codes, which stay on one line; names and long references are not', () => {
  expect(
    ['M26-003000', '2026-10', 'Night Seven', 'a-reference-of-an-importer', 7].filter(isCode),
  ).toEqual(['M26-003000', '2026-10']);
});
