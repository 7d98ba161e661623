import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { importCatalogue } from '#server/streaming/import/import.ts';
import { aServer } from '../support/test-server.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const EXAMPLES = 'docs/examples';

let database: Database;
let folder: string;

beforeAll(async () => {
  ({ database } = await aServer());
  folder = mkdtempSync(join(tmpdir(), 'matinee-import-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() =>
  database.query('truncate users, movies, languages, genres restart identity cascade'),
);

const importFile = (file: string, mappingFile?: string) =>
  importCatalogue(
    { db: database.db, mediaDir: join(folder, 'media'), now: NOW, mayCreateNames: true },
    { file, ...(mappingFile && { mappingFile }) },
  );
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const example = (name: string) => join(EXAMPLES, name);
const films = async () => (await database.query('select * from movies order by movie_id')).rows;
const castOf = async (movieId: number) =>
  (
    await database.query(
      'select actor_name, actor_role from movie_actors where movie_id = $1 order by ordering',
      [movieId],
    )
  ).rows;
const genresOf = async (movieId: number) =>
  (
    await database.query(
      'select genre_name from movie_genres join genres using (genre_id) where movie_id = $1 order by movie_genres.ordering',
      [movieId],
    )
  ).rows.map((row) => row['genre_name']);

describe('a workbook', () => {
  test('with a title, merged headings and two sheets is imported by its mapping', async () => {
    const { rejected, notes } = await importFile(
      example('tidewater-films.xlsx'),
      example('tidewater-films.map.json'),
    );
    expect(rejected).toEqual([]);
    expect(notes).toEqual([
      expect.stringMatching(
        /^The sheet "Availabilities" of .* is imported\. These sheets are not: "Contacts"\.$/,
      ),
      expect.stringMatching(/^The headings of .* are in row 5\./),
    ]);
    expect(await films()).toMatchObject([
      {
        import_ref: 'TW-101',
        movie_name: 'கடைசி ரயில்',
        movie_name_en: 'The Last Train',
        primary_language: 'Tamil',
        running_time: 125,
        age_rating: 13,
        ticket_rate: 14_900,
        release_date: new Date('2026-12-04T18:30Z'),
        streaming_start_date: new Date('2026-12-05T12:30Z'),
      },
      {
        import_ref: 'TW-102',
        movie_name_en: null,
        running_time: 102,
        age_rating: 0,
        ticket_rate: 9950,
      },
      { import_ref: 'TW-103', running_time: 95, age_rating: 18, ticket_rate: 104_900, active: 'N' },
    ]);
    expect(await genresOf(1)).toEqual(['Drama', 'Mystery']);
  });

  test('that lacks a column of the mapping is refused with the name of the column', async () => {
    const mapping = JSON.parse(readFileSync(example('tidewater-films.map.json'), 'utf8')) as {
      fields: object;
    };
    const other = { fields: { ...mapping.fields, countryOfProduction: ['Country', 'Origin'] } };
    await expect(
      importFile(example('tidewater-films.xlsx'), write('other.map.json', JSON.stringify(other))),
    ).rejects.toThrow('lacks columns that the mapping names: "Country" or "Origin"');
  });

  test('that would unzip to more than 100 MB is refused', async () => {
    const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(1000) }));
    // The unzipped size in the directory of the archive.
    bomb.writeUInt32LE(101_000_000, bomb.indexOf(Buffer.from('504b0102', 'hex')) + 24);
    await expect(importFile(write('bomb.xlsx', bomb))).rejects.toThrow(
      'has more than 100 MB of texts',
    );
  });

  test('that is damaged is refused', async () => {
    const whole = readFileSync(example('tidewater-films.xlsx'));
    await expect(importFile(write('cut.xlsx', whole.subarray(0, 3000)))).rejects.toThrow(
      /cut\.xlsx is not a workbook that can be read/,
    );
  });
});

describe('a media RSS feed', () => {
  test('is imported by its mapping', async () => {
    const { rejected } = await importFile(example('festival.mrss'), example('mrss.map.json'));
    expect(rejected).toEqual([]);
    expect(await films()).toMatchObject([
      {
        import_ref: 'harbour-2026-01',
        movie_name: 'Low Tide',
        movie_description: 'A ferry, a letter & one night.',
        primary_language: 'Tamil',
        running_time: 18,
        year_released: '2026',
        release_date: new Date('2026-12-05T12:30Z'),
      },
      {
        movie_name: 'Kites & Wires',
        movie_description: 'Two children.\nOne roof.',
        running_time: 9,
        release_date: new Date('2026-12-06T12:30Z'),
      },
    ]);
    expect(await castOf(1)).toEqual([
      { actor_name: 'Asha Rao', actor_role: 'director' },
      { actor_name: 'Nithin Menon', actor_role: 'actor' },
    ]);
    expect(await genresOf(1)).toEqual(['Drama', 'Mystery']);
  });

  const feed = (content: string) => `<?xml version="1.0"?>${content}`;
  test.each([
    [
      'a document type',
      feed('<!DOCTYPE rss [<!ENTITY a "aaaa">]><rss>&a;</rss>'),
      /has a document type/,
    ],
    [
      'too many levels',
      feed('<a>'.repeat(60) + '</a>'.repeat(60)),
      /is not XML that can be read: .*nested/i,
    ],
    ['an open element', feed('<rss><channel></rss>'), /is not XML that can be read/],
    ['no films', feed('<rss><channel/></rss>'), /has no films at "rss\/channel\/item"/],
  ])('with %s is refused', async (_, content, reason) => {
    await expect(importFile(write('odd.rss', content), example('mrss.map.json'))).rejects.toThrow(
      reason,
    );
  });

  test('without a mapping is refused with what to do', async () => {
    await expect(importFile(example('festival.mrss'))).rejects.toThrow(
      /is XML: name with --map a file/,
    );
  });
});

describe('a JSON feed of another video system', () => {
  test('is imported by its mapping', async () => {
    const { rejected } = await importFile(
      example('direct-publisher.json'),
      example('direct-publisher.map.json'),
    );
    expect(rejected).toEqual([]);
    expect(await films()).toMatchObject([
      {
        import_ref: 'palm-grove-0007',
        primary_language: 'Malayalam',
        running_time: 115,
        movie_description: expect.stringContaining('Three families'),
        poster: 'https://cdn.palmgrove.example.com/night-ferry.jpg',
      },
      { movie_description: 'A workshop, a contest and a very tall ladder.' },
    ]);
    expect(await genresOf(1)).toEqual(['Drama', 'Thriller']);
    expect(await castOf(1)).toContainEqual({
      actor_name: 'Lakshmi Pillai',
      actor_role: 'director',
    });
    expect(await castOf(2)).toEqual([]);
  });
});

describe('a mapping', () => {
  const fields = JSON.parse(readFileSync(example('mrss.map.json'), 'utf8')) as { fields: object };
  test.each([
    [
      'a field that films do not have',
      { ...fields.fields, posterr: 'image' },
      'there is no field "posterr"; did you mean "poster"?',
    ],
    [
      'no price',
      { ...fields.fields, ticketRate: undefined },
      'the field "ticketRate" is missing; every film needs it',
    ],
    [
      'an unknown format',
      { ...fields.fields, runningTime: { from: 'x', format: 'hours' } },
      'fields.runningTime',
    ],
    [
      'a role in a text',
      { ...fields.fields, poster: { from: 'x', name: 'a', role: 'b' } },
      'only "cast" has "name" and "role"',
    ],
  ])('with %s is refused with the reason', async (_, changed, reason) => {
    const mapping = write(
      'odd.map.json',
      JSON.stringify({ rows: 'rss/channel/item', fields: changed }),
    );
    await expect(importFile(example('festival.mrss'), mapping)).rejects.toThrow(reason);
  });
});
