// Converts movies.json of the package vega-datasets to a table for `cinema import`: 3,201 films with unusual dates, numeric and missing
// titles, and duplicates. It renames columns and corrects nothing: the import lists rejected rows.
//   node docs/examples/vega-movies.mjs movies.json > films.csv
import { readFileSync } from 'node:fs';

const AGES = { G: 0, PG: 7, 'PG-13': 13, R: 18, 'NC-17': 18 };

const rows = JSON.parse(readFileSync(process.argv[2], 'utf8')).map((film) => ({
  ref: `${film.Title} ${film['Release Date']}`,
  movieName: film.Title,
  movieType: 'MOVIES',
  primaryLanguage: 'English',
  ticketRate: 149,
  genres: film['Major Genre'],
  runningTime: film['Running Time min'],
  ageRating: AGES[film['MPAA Rating']],
  cast: film.Director && `${film.Director}=Director`,
  releaseDate: film['Release Date'],
  active: 'Y',
}));

const cell = (value) => (value == null ? '' : `"${String(value).replaceAll('"', '""')}"`);
const columns = Object.keys(rows[0]);
console.log(
  [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((row) => row.map(cell).join(','))
    .join('\n'),
);
