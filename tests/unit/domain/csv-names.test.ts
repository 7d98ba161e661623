import { expect, test } from 'vitest';
import { exportFileName, statementFileName } from '#domain/csv.ts';

test.each([
  ['Kadaisi Mazhai', 'kadaisi_mazhai_orders.csv'],
  ['The Ninth  Bend: Part 2', 'the_ninth_bend_part_2_orders.csv'],
  ['கடைசி மழை', 'கடைசி_மழை_orders.csv'],
  ['=HYPERLINK("http://x.example","Free")', 'hyperlink_http_x_example_free_orders.csv'],
  ['../../etc/passwd', 'etc_passwd_orders.csv'],
  ['!!!', 'movie_orders.csv'],
  ['', 'movie_orders.csv'],
  [null, 'movie_orders.csv'],
  [undefined, 'movie_orders.csv'],
])('the orders of %j are exported to %s', (name, file) => expect(exportFileName(name)).toBe(file));

test('the file name of a statement contains film and month', () => {
  expect(statementFileName('Kadaisi Mazhai', '2026-11', 'pdf')).toBe(
    'kadaisi_mazhai_statement_2026-11.pdf',
  );
  expect(statementFileName(null, '2026-11', 'csv')).toBe('movie_statement_2026-11.csv');
});
