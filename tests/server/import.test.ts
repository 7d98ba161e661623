import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IMAGE_WIDTHS, imageSources } from '#domain/images.ts';
import { oklch } from '#domain/placeholder-colour.ts';
import type { Database } from '#server/db/database.ts';
import { importCatalogue } from '#server/streaming/import/import.ts';
import { causeLines, reportedRowLine, type Progress } from '#server/streaming/import/report.ts';
import { aMovieEntry, movieEntries, writeCatalogue } from '../support/catalogue-file.ts';
import { isPostgres } from '../support/postgres.ts';
import { countSqlStatements } from '../support/sql-statements.ts';
import { aServer } from '../support/test-server.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const LATER = new Date('2026-12-05T08:30:00Z');

let database: Database;
let folder: string;
let mediaDir: string;

beforeAll(async () => {
  ({ database } = await aServer());
});

beforeEach(async () => {
  await database.query(
    `truncate users, movies, languages, genres, packages, collections, coupons, content_pages, removed_movies restart identity cascade`,
  );
  if (folder) rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'matinee-import-'));
  mediaDir = join(folder, 'server');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const importFile = (
  file: string,
  { now = NOW, onProgress }: { now?: Date; onProgress?: (progress: Progress) => void } = {},
) =>
  importCatalogue({ db: database.db, mediaDir, now, onProgress, mayCreateNames: true }, { file });
const runImport = (catalogue: unknown, options?: Parameters<typeof importFile>[1]) =>
  importFile(writeCatalogue(folder, catalogue), options);
const rowsOf = async (table: string, order = '1') =>
  (await database.query(`select * from ${table} order by ${order}`)).rows;
const oneMovie = async (ref: string) =>
  (await database.query('select * from movies where import_ref = $1', [ref])).rows[0]!;

const USERS = [
  {
    ref: 'producer',
    mobile: '919000000001',
    firstName: 'Kadambari',
    lastName: 'T',
    emailId: 'k@matinee.example',
    gender: 1,
    roles: ['Producer'],
  },
  { ref: 'viewer', mobile: '919000000002', firstName: 'Nithin', gender: 0, roles: [] },
];
const fullCatalogue = () => ({
  movies: movieEntries(3),
  users: USERS,
  collections: [{ name: 'By the water', ordering: 1, movies: ['film-2', 'film-1'] }],
  channels: [{ ref: 'tidewater', channelName: 'Tidewater', owner: 'producer', movies: ['film-1'] }],
  coupons: [{ couponCode: 'FIRST50', couponType: 'PERCENTAGE', couponValue: 50 }],
  reviews: [
    { movie: 'film-1', user: 'viewer', rating: 4, reviewComments: 'Good', createdOn: '-5d' },
  ],
  orders: [
    {
      movie: 'film-1',
      user: 'viewer',
      orderDate: '-6d',
      bookingStartTime: '-6d',
      couponCode: 'first50',
      paymentStatus: 'PAID',
    },
    {
      movie: 'film-2',
      user: 'viewer',
      orderDate: '-1d',
      bookingStartTime: '-1d',
      couponCode: null,
      paymentStatus: 'NEW',
    },
  ],
  pages: { 'about-us': 'A cinema.' },
});
const TABLES = [
  'movies',
  'movie_genres',
  'movie_actors',
  'genres',
  'languages',
  'users',
  'collections',
  'collection_movies',
  'channels',
  'channel_movies',
  'coupons',
  'reviews',
  'orders',
  'content_pages',
  'packages',
];
const allRows = async () =>
  Object.fromEntries(
    await Promise.all(TABLES.map(async (table) => [table, await rowsOf(table, '1, 2')] as const)),
  );

describe('a catalogue', () => {
  test('is imported completely', async () => {
    const report = await runImport(fullCatalogue());

    expect(report.rejected).toEqual([]);
    expect(await oneMovie('film-1')).toMatchObject({
      movie_name: 'படம் 1',
      movie_description: expect.stringContaining('Film number 1.'),
      movie_description_own: 'இது படம் எண் 1.',
      ticket_rate: 10_900,
      search_text: ' \n படம் 1 \n film 1 \n ',
      year_released: '2026',
      avg_rating: 4,
      overall_rank: 1,
      owner_id: 1,
      release_date: new Date('2026-11-20T10:00:00Z'),
      movie_key: expect.stringMatching(/^[A-Za-z0-9]{11}$/),
    });
    const [order] = await rowsOf('orders');
    expect(order).toMatchObject({
      order_no: 'M26-000001',
      unit_price: 10_900,
      coupon_code: 'FIRST50',
      discount_value: 5450,
      total_order_value: 5450,
      total_tax_value: 981,
      total_rounded_value: 6400,
      payment_status: 'PAID',
      payment_mode: 'RAZORPAY',
      import_ref: 'film-1/viewer/-6d',
      booking_end_time: new Date('2026-11-16T10:00:00Z'),
      paid_at: new Date('2026-11-15T10:00:00Z'),
    });
    expect(await rowsOf('users')).toMatchObject([
      { dial_code: '91', mobile: '9000000001', first_login: false, roles: ['Producer'] },
      { roles: [] },
    ]);
    expect((await rowsOf('collection_movies', 'ordering')).map((row) => row['movie_id'])).toEqual([
      2, 1,
    ]);
    expect(
      (await rowsOf('genres', 'ordering')).map((row) => row['genre_name']).slice(0, 2),
    ).toEqual(['Comedy', 'Family']);
  });

  test('imports coupons with their terms', async () => {
    const importTerms = (terms: object) =>
      runImport({
        ...fullCatalogue(),
        coupons: [{ couponCode: 'Terms', couponType: 'FIXED', couponValue: 30, ...terms }],
        orders: [],
      });
    const terms = {
      validFrom: '-1d',
      validUntil: '01-12-2026 05:30:00',
      totalLimit: 9,
      viewerLimit: 1,
      movies: ['film-2'],
    };
    expect((await importTerms({ ...terms, batch: 'WINTER' })).rejected).toEqual([]);
    expect(await rowsOf('coupons')).toMatchObject([
      {
        coupon_code: 'TERMS',
        valid_from: new Date('2026-11-20T10:00:00Z'),
        valid_until: new Date('2026-12-01T00:00:00Z'),
        total_limit: 9,
        viewer_limit: 1,
        movie_ids: [2],
        batch: 'WINTER',
      },
    ]);
    await importTerms({});
    expect(await rowsOf('coupons')).toMatchObject([
      { valid_from: null, total_limit: null, movie_ids: null, batch: null },
    ]);
    const { rejected } = await importTerms({ totalLimit: 0, movies: ['film-9'] });
    expect(rejected.map(({ reason }) => reason)).toEqual(['totalLimit "0" must be 1 at least']);
    expect(
      (await importTerms({ movies: ['film-9'] })).rejected.map(({ reason }) => reason),
    ).toEqual(['there is no film "film-9"']);
  });

  test('changes nothing when it is imported again later', async () => {
    await runImport(fullCatalogue());
    const before = await allRows();
    const report = await runImport(fullCatalogue(), { now: LATER });

    expect(
      Object.values(report.sections).map(
        ({ added, changed, rejected }) => added + changed + rejected,
      ),
    ).toEqual(Array.from({ length: 8 }, () => 0));
    expect(await allRows()).toEqual(before);
  });

  test('changes only the film whose row changed, and neither its key nor its relative dates', async () => {
    await runImport(fullCatalogue());
    const before = await rowsOf('movies');
    const catalogue = fullCatalogue();
    catalogue.movies[1] = aMovieEntry(2, { movieName: 'புதிய பெயர்', genres: ['Music'] });
    const report = await runImport(catalogue, { now: LATER });

    expect(report.sections.movies).toEqual({ added: 0, changed: 1, unchanged: 2, rejected: 0 });
    const after = await rowsOf('movies');
    expect([after[0], after[2]]).toEqual([before[0], before[2]]);
    expect(after[1]).toMatchObject({
      movie_name: 'புதிய பெயர்',
      movie_key: before[1]!['movie_key'],
      release_date: before[1]!['release_date'],
    });
    expect(Number(after[1]!['change_no'])).toBeGreaterThan(
      Math.max(...before.map((row) => Number(row['change_no']))),
    );
    expect(await rowsOf('movie_genres')).toHaveLength(5);
  });

  test('marks a film as changed when its reviews or its collections do', async () => {
    await runImport(fullCatalogue());
    const changeOf = async (ref: string) => Number((await oneMovie(ref))['change_no']);
    const before = [await changeOf('film-1'), await changeOf('film-2'), await changeOf('film-3')];
    const catalogue = fullCatalogue();
    catalogue.reviews[0]!.rating = 2;
    catalogue.collections[0]!.movies = ['film-3', 'film-1'];
    await runImport(catalogue);

    expect(await oneMovie('film-1')).toMatchObject({ avg_rating: 2, overall_rank: 1 });
    const after = [await changeOf('film-1'), await changeOf('film-2'), await changeOf('film-3')];
    expect(after.every((change, index) => change > before[index]!)).toBe(true);
  });

  test('marks a film as changed when its reviewer is renamed', async () => {
    const catalogue = fullCatalogue();
    await runImport(catalogue);
    const changeNoOf = async (ref: string) => Number((await oneMovie(ref))['change_no']);
    const [first, second] = [await changeNoOf('film-1'), await changeNoOf('film-2')];
    await runImport({
      users: catalogue.users.map((each) => ({ ...each, firstName: `${each.firstName} K` })),
    });
    expect(await changeNoOf('film-1')).toBeGreaterThan(first);
    expect(await changeNoOf('film-2')).toBe(second);
  });

  test('links a user who signed up with the same number', async () => {
    await database.query(
      `insert into users (dial_code, mobile, mobile_verified_at, first_name) values ('91', '9000000001', now(), 'K')`,
    );
    const report = await runImport({ users: USERS });
    expect(report.rejected).toEqual([]);
    expect(await rowsOf('users')).toMatchObject([
      { user_id: 1, roles: ['Producer'], import_ref: 'producer' },
      { import_ref: 'viewer' },
    ]);
  });
});

describe('invalid rows', () => {
  test('are reported with their reason, and the other rows are imported', async () => {
    const report = await runImport({
      movies: [
        aMovieEntry(1),
        aMovieEntry(2, { ticketRate: undefined, runningTime: 'long' }),
        aMovieEntry(1),
        aMovieEntry(4, { streamingStartDate: '31-02-2026 10:00:00' }),
        aMovieEntry(5, { poster: 'nowhere.jpg' }),
        aMovieEntry(6, { poster: '../../secret.jpg' }),
        'nonsense',
        aMovieEntry(8),
      ],
      users: [USERS[0], { ...USERS[1], mobile: '12' }],
      reviews: [
        { movie: 'film-1', user: 'nobody', rating: 4, reviewComments: 'x', createdOn: '-1d' },
      ],
      collections: [{ name: 'Odd', ordering: 1, movies: ['film-99'] }],
      pages: { 'about-us': 'x', imprint: 'y' },
    });

    expect(report.rejected.map(reportedRowLine)).toEqual([
      'users, entry 2 (viewer): mobile "12" must be 91 and a mobile number',
      'movies, entry 2 (film-2): runningTime "long" must be a number of minutes; ticketRate is missing',
      'movies, entry 3 (film-1): it appears twice, first at entry 1',
      'movies, entry 4 (film-4): streamingStartDate "31-02-2026 10:00:00" must be a date, as in "2026-12-05 18:00" or, day first, "05/12/2026 18:00", or days from the import, as in "+12d"',
      `movies, entry 5 (film-5): there is no file ${join(folder, 'nowhere.jpg')}`,
      `movies, entry 6 (film-6): ../../secret.jpg lies outside the folder ${folder}`,
      'movies, entry 7: it is not an object',
      'collections, entry 1 (Odd): there is no film "film-99"',
      'reviews, entry 1 (film-1/nobody): there is no user "nobody"',
      expect.stringMatching(/^pages, page \(imprint\): name "imprint" must be one of about-us, /),
    ]);
    expect((await rowsOf('movies')).map((row) => row['import_ref'])).toEqual(['film-1', 'film-8']);
    expect(report.sections.movies).toEqual({ added: 2, changed: 0, unchanged: 0, rejected: 6 });
  });

  test('with a language or genre that a filter cannot express are rejected', async () => {
    const report = await runImport({
      movies: [
        aMovieEntry(1, { primaryLanguage: 'Tamil;Hindi' }),
        aMovieEntry(2, { genres: ['Drama', 'Song;Dance'] }),
      ],
    });
    expect(report.rejected.map(reportedRowLine)).toEqual([
      'movies, entry 1 (film-1): primaryLanguage "Tamil;Hindi" must not contain a ;',
      'movies, entry 2 (film-2): genres.1 "Song;Dance" must not contain a ;',
    ]);
  });

  test('do not fail their batch when only the database rejects them', async () => {
    const open = {
      movie: 'film-1',
      user: 'viewer',
      bookingStartTime: '-1d',
      couponCode: null,
      paymentStatus: 'NEW',
    };
    const catalogue = {
      movies: movieEntries(1),
      users: USERS,
      orders: [
        { ...open, orderDate: '-2d' },
        { ...open, orderDate: '-1d' },
      ],
    };
    const report = await runImport(catalogue);
    expect(report.rejected.map(reportedRowLine)).toEqual([
      'orders, entry 2 (film-1/viewer/-1d): this viewer has an open order for this film already',
    ]);
    expect(await rowsOf('orders')).toHaveLength(1);
  });

  test('never take the key of another film', async () => {
    await database.query(`insert into removed_movies (movie_key) values ('goneForGood')`);
    const catalogue = [
      aMovieEntry(1, { movieKey: 'keyOfOne' }),
      aMovieEntry(2, { movieKey: 'keyOfOne' }),
      aMovieEntry(3, { movieKey: 'goneForGood' }),
    ];
    const report = await runImport(catalogue);
    expect(report.rejected.map((each) => each.reason)).toEqual([
      'another film has this movieKey',
      'movieKey goneForGood belonged to a film that was removed',
    ]);
    expect((await runImport([aMovieEntry(1, { movieKey: 'another1' })])).rejected[0]!.reason).toBe(
      'movieKey cannot change; it is keyOfOne',
    );
  });

  test.each([
    {
      name: 'a missing file',
      file: 'none.json',
      text: undefined,
      reason: /^There is no file .*none\.json$/,
    },
    {
      name: 'a file that is not JSON',
      file: 'a.json',
      text: '{"movies": [',
      reason: /a\.json is not JSON: /,
    },
    { name: 'an empty file', file: 'a.json', text: '', reason: /is not JSON: it is empty$/ },
    {
      name: 'another kind of JSON',
      file: 'a.json',
      text: '{"films": []}',
      reason: /is not a catalogue: it has none of users, movies/,
    },
    {
      name: 'a section that is not a list',
      file: 'a.json',
      text: '{"movies": {}}',
      reason: /"movies" must be a list$/,
    },
    {
      name: 'a table without column names',
      file: 'a.csv',
      text: 'x,y\n1,2\n',
      reason:
        /no row has the names of the columns\. Row 1 looks like the headings: .* The columns are ref, movieKey, movieName/,
    },
  ])('$name ends the import with a message', async ({ file, text, reason }) => {
    if (text !== undefined) writeFileSync(join(folder, file), text);
    await expect(importFile(join(folder, file))).rejects.toThrow(reason);
  });
});

describe('a language or genre that the cinema does not have', () => {
  const films = [
    aMovieEntry(1, { primaryLanguage: 'tamil', genres: ['drama', 'Space Opera'] }),
    aMovieEntry(2, { primaryLanguage: 'Tamli', genres: ['Drama'] }),
    aMovieEntry(3, { primaryLanguage: 'Tamil', genres: ['Drama'] }),
  ];
  const NEW_NAMES = [
    { kind: 'genre', name: 'Space Opera', nearest: null, films: 1 },
    { kind: 'language', name: 'Tamli', nearest: 'Tamil', films: 1 },
  ];
  const importNames = (mayCreateNames: boolean) =>
    importCatalogue(
      { db: database.db, mediaDir, now: NOW, mayCreateNames },
      { file: writeCatalogue(folder, { movies: films }) },
    );
  beforeEach(() =>
    database.query(
      `with added as (insert into languages (language_name) values ('Tamil')) insert into genres (genre_name) values ('Drama')`,
    ),
  );

  test('rejects its films and names the most similar one', async () => {
    const report = await importNames(false);
    expect(report.rejected.map(reportedRowLine)).toEqual([
      'movies, entry 1 (film-1): there is no genre "Space Opera"',
      'movies, entry 2 (film-2): there is no language "Tamli"; did you mean "Tamil"?',
    ]);
    expect(report.newNames).toEqual(NEW_NAMES);
    expect((await rowsOf('languages')).length + (await rowsOf('genres')).length).toBe(2);
    expect(await rowsOf('movies')).toMatchObject([{ import_ref: 'film-3' }]);
  });

  test('is created if the operator says so; known ones keep their spelling', async () => {
    const report = await importNames(true);
    expect(report).toMatchObject({ rejected: [], newNames: NEW_NAMES });
    expect((await rowsOf('languages')).map((row) => row['language_name'])).toEqual([
      'Tamil',
      'Tamli',
    ]);
    expect((await rowsOf('genres')).map((row) => row['genre_name'])).toEqual([
      'Drama',
      'Space Opera',
    ]);
    expect(await oneMovie('film-1')).toMatchObject({ primary_language: 'Tamil' });
  });

  test('does not reject a film that did not change since it was renamed or removed', async () => {
    await importNames(true);
    await database.query(`update movies set primary_language = 'Hindi'`);
    await database.query('truncate languages');
    expect((await importNames(false)).sections.movies).toMatchObject({ unchanged: 3, rejected: 0 });
  });
});

test('keys of a file that the import does not know are named', async () => {
  const entry = { ...aMovieEntry(), title: 'Film', posterr: 'a.avif', lockup: 'a.svg' };
  const { notes, sections } = await runImport({ movies: [entry], film: [], version: 2 });
  expect(sections.movies).toMatchObject({ added: 1 });
  expect(notes).toEqual([
    'The file: these keys are not known and are ignored: "film", "version"',
    'movies: these keys are not known and are ignored: "title", "posterr" (did you mean "poster"?)',
  ]);
  await expect(runImport({ playlist: [] })).rejects.toThrow('Its keys are "playlist"');
});

describe('the report', () => {
  const films = (count: number, fields: (number: number) => object) =>
    Array.from({ length: count }, (_, index) =>
      aMovieEntry(index + 1, { poster: undefined, ...fields(index + 1) }),
    );

  test('groups rows by cause, the most frequent first, each with three examples', async () => {
    const report = await runImport(
      films(9, (number) => ({
        ...(number > 2 && { poster: `poster-${number}.jpg` }),
        ...(number === 1 && { ticketRate: 'free', releaseDate: 'soon' }),
        ...(number === 2 && { releaseDate: '13/14/2026' }),
      })),
    );
    expect(causeLines(report)).toEqual([
      '7 rows: there is no poster file (rows 3 "poster-3.jpg", 4 "poster-4.jpg", 5 "poster-5.jpg" …)',
      expect.stringMatching(
        /^2 rows: releaseDate must be a date, as in .* \(rows 1 "soon", 2 "13\/14\/2026"\)$/,
      ),
      'movies, entry 1 (film-1): ticketRate "free" must be a number',
    ]);
  });

  test('names the section of rows in a file with several sections, and counts a row once for a cause', async () => {
    const cast = [{ actorName: 'Asha' }, { actorName: 'Vir' }];
    const report = await runImport({
      movies: films(2, () => ({ cast })),
      collections: [
        { name: 'One', movies: ['film-7'] },
        { name: 'Two', movies: ['film-8'] },
      ],
    });
    expect(causeLines(report)).toEqual([
      '2 rows of movies: cast.actorRole is missing (rows 1, 2)',
      '2 rows of collections: there is no such film (rows 1 "film-7", 2 "film-8")',
    ]);
  });

  test('has seventeen lines at most for any number of causes', () => {
    const rejected = Array.from({ length: 40 }, (_, index) => {
      const reason = `cause ${index}`;
      const faults = [{ reason, cause: reason }];
      return {
        section: 'movies' as const,
        ref: null,
        at: `row ${index}`,
        row: `movies, row ${index}`,
        reason,
        faults,
      };
    });
    const lines = causeLines({ sections: {}, rejected });
    expect(lines).toHaveLength(17);
    expect(lines.at(-1)).toBe('24 other causes are in the report file.');
  });
});

describe('an order', () => {
  const importOrder = (order: object) => {
    const row = {
      movie: 'film-1',
      user: 'viewer',
      orderDate: '2026-09-10',
      bookingStartTime: '2026-09-10',
    };
    const film = { ...movieEntries(1)[0], ticketRate: 199 };
    const orders = [{ ...row, couponCode: null, paymentStatus: 'PAID', ...order }];
    return runImport({ movies: [film], users: USERS, orders });
  };
  const onlyOrder = async () => (await rowsOf('orders'))[0]!;

  test('has the amounts of the file, also if they are not those of today', async () => {
    const amounts = {
      unitPrice: 150,
      discountValue: 50,
      totalTaxValue: 12,
      totalRoundedValue: 112,
      paymentMode: 'CARD',
    };
    const { rejected, notes } = await importOrder(amounts);
    expect([rejected, notes]).toEqual([[], []]);
    expect(await onlyOrder()).toMatchObject({
      unit_price: 15_000,
      discount_value: 5000,
      total_order_value: 10_000,
      tax_percentage: 12,
      total_tax_value: 1200,
      total_rounded_value: 11_200,
      payment_mode: 'CARD',
    });
  });

  test.each([
    ['a price only', { unitPrice: 100 }, [10_000, 1800, 11_800]],
    [
      'a price and its total of today',
      { unitPrice: 123.5, totalRoundedValue: 146 },
      [12_350, 2223, 14_600],
    ],
    [
      'a price and another total',
      { unitPrice: 100, totalRoundedValue: 112 },
      [10_000, 1200, 11_200],
    ],
    [
      'a total with paise',
      { unitPrice: 100, totalTaxValue: 18, totalRoundedValue: 118.4 },
      [10_000, 1800, 11_840],
    ],
    ['an untaxed price', { unitPrice: 100, totalTaxValue: 0 }, [10_000, 0, 10_000]],
  ])('with %s is completed', async (_, amounts, [price, tax, total]) => {
    expect((await importOrder(amounts)).rejected).toEqual([]);
    expect(await onlyOrder()).toMatchObject({
      unit_price: price,
      total_tax_value: tax,
      total_rounded_value: total,
    });
  });

  test('without an amount has today’s price, which the report says', async () => {
    const { notes } = await importOrder({ paymentStatus: 'REFUNDED' });
    expect(notes).toEqual([
      'One order has no unitPrice: today’s price of the film was used.',
      'One refunded order has no refundDate: the day of the payment was used.',
    ]);
    expect(await onlyOrder()).toMatchObject({ unit_price: 19_900, total_rounded_value: 23_500 });
    expect((await importOrder({ paymentStatus: 'REFUNDED' })).notes).toEqual([]);
  });

  test.each([
    [
      'amounts that do not add up',
      { unitPrice: 100, totalTaxValue: 18, totalRoundedValue: 120 },
      /do not add up/,
    ],
    ['a total below the price', { unitPrice: 100, totalRoundedValue: 90 }, /do not add up/],
    ['a total without a price', { totalRoundedValue: 118 }, /unitPrice is missing/],
    [
      'a discount above the price',
      { unitPrice: 10, discountValue: 20 },
      /must not be above unitPrice/,
    ],
    [
      'a refund of a paid order',
      { refundDate: '2026-09-11' },
      /refundDate "2026-09-11" is only for REFUNDED/,
    ],
    [
      'a payment of an unpaid order',
      { paymentStatus: 'NEW', paymentDate: '-1d' },
      /is only for PAID and REFUNDED/,
    ],
    [
      'a refund before the payment',
      { paymentStatus: 'REFUNDED', refundDate: '2026-09-09' },
      /refundDate "2026-09-09" is before the payment/,
    ],
    [
      'an unknown status',
      { paymentStatus: 'DONE' },
      /must be one of NEW, PAID, CANCELLED, REFUNDED/,
    ],
  ])('with %s is rejected with the reason', async (_, order, reason) => {
    const { rejected } = await importOrder(order);
    expect(rejected.map(reportedRowLine)).toEqual([expect.stringMatching(reason)]);
    expect(await rowsOf('orders')).toEqual([]);
  });
});

describe('a table of films', () => {
  const HEADER = ['ref', 'movieName', 'movieType', 'primaryLanguage', 'ticketRate'];
  const importTable = (content: string | Buffer, name = 'films.csv') => {
    writeFileSync(join(folder, name), content);
    return importFile(join(folder, name));
  };
  /** A table with one film and the given other columns. */
  const table = (columns: Record<string, string> = {}, separator = ',', end = '\n') => {
    const film = {
      ref: 'one',
      movieName: 'One',
      movieType: 'MOVIES',
      primaryLanguage: 'French',
      ticketRate: '99',
    };
    const row = { ...film, ...columns };
    return [Object.keys(row), Object.values(row)]
      .map((cells) => cells.join(separator) + end)
      .join('');
  };
  const onlyMovie = async () => (await rowsOf('movies'))[0]!;

  test('imports its films', async () => {
    const text = [
      '\uFEFFref,movieName,movieType,primaryLanguage,ticketRate,runningTime,genres,cast,streamingStartDate,movieDescription',
      'one,"Salt, Post",MOVIES,English,99.50,101,Drama|Crime,Asha Rao=Director|Vir=The postman,-3d,"Two',
      'lines"',
      'two,Short,SHORTS,Tamil,free,9,,,,',
      'three,Odd,SHORTS,Tamil,0',
      'four,Last,SERIES,Tamil,0,,,,,',
    ].join('\r\n');
    const report = await importTable(text);

    expect(report.rejected.map(reportedRowLine)).toEqual([
      'movies, row 3 (two): ticketRate "free" must be a number',
      'movies, row 4 (three): it has 5 fields where the headings have 10',
    ]);
    expect(await rowsOf('movies')).toMatchObject([
      { movie_name: 'Salt, Post', ticket_rate: 9950, running_time: 101 },
      { movie_name: 'Last', ticket_rate: 0 },
    ]);
    expect(await rowsOf('movie_actors', 'ordering')).toMatchObject([
      { actor_name: 'Asha Rao', actor_role: 'Director' },
      { actor_name: 'Vir' },
    ]);
    expect((await rowsOf('genres')).map((row) => row['genre_name'])).toEqual(['Drama', 'Crime']);
  });

  const AMELIE = { movieName: 'Amélie', genres: 'Comédie|Romance' };
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  test.each<[string, string | Buffer, string]>([
    ['commas', table(AMELIE), 'films.csv'],
    ['semicolons', table(AMELIE, ';'), 'films.csv'],
    ['tabs', table(AMELIE, '\t'), 'films.tsv'],
    [
      'Excel’s line that names the separator',
      `\uFEFFsep=;\r\n${table(AMELIE, ';', '\r\n')}`,
      'films.csv',
    ],
    ['such a line among commas', `sep=\t,,,,\n${table(AMELIE, '\t')}`, 'films.csv'],
    ['a byte order mark', `\uFEFF${table(AMELIE)}`, 'films.csv'],
    ['Windows line ends', table(AMELIE, ',', '\r\n'), 'films.csv'],
    ['old Mac line ends', table(AMELIE, ',', '\r'), 'films.csv'],
    ['UTF-16 little-endian', utf16(`\uFEFF${table(AMELIE, ';')}`), 'films.csv'],
    ['UTF-16 big-endian', utf16(`\uFEFF${table(AMELIE)}`).swap16(), 'films.csv'],
    ['UTF-16 without a byte order mark', utf16(table(AMELIE)), 'films.csv'],
    ['the Unicode text of Excel', utf16(`\uFEFF${table(AMELIE, '\t', '\r\n')}`), 'FILMS.TXT'],
    ['Windows-1252', Buffer.from(table(AMELIE, ';', '\r\n'), 'latin1'), 'films.csv'],
    [
      'empty columns and rows at the end',
      `${table({ ...AMELIE, '': '', ' ': '' })},,,,,,\n\n`,
      'films.csv',
    ],
  ])('with %s is imported', async (_, content, name) => {
    expect((await importTable(content, name)).rejected).toEqual([]);
    expect(await rowsOf('movies')).toMatchObject([{ movie_name: 'Amélie', ticket_rate: 9900 }]);
    expect((await rowsOf('genres')).map((row) => row['genre_name'])).toEqual([
      'Comédie',
      'Romance',
    ]);
  });

  test('in Windows-1252 gets a note, because it could be in another encoding', async () => {
    const { notes } = await importTable(
      Buffer.from(table({ movieName: 'Am\xe9lie \x96 \x80' }), 'latin1'),
    );
    expect(await onlyMovie()).toMatchObject({ movie_name: 'Amélie – €' });
    expect(notes).toEqual([
      expect.stringMatching(
        /films\.csv was read as Windows-1252\. If .* save the file as "CSV UTF-8"/,
      ),
    ]);
    expect((await importTable(table())).notes).toEqual([]);
  });

  test.each<[string, string | Buffer, RegExp]>([
    [
      'a Cyrillic encoding',
      Buffer.from(table({ movieName: 'Ìîñêâà' }), 'latin1'),
      /^The encoding of .*films\.csv is not known: save the file as "CSV UTF-8" and import it again$/,
    ],
    [
      'UTF-8 and Windows-1252 mixed',
      Buffer.concat([
        Buffer.from(table({ movieName: 'படம்' })),
        Buffer.from('two,Am\xe9lie,MOVIES,French,99\n', 'latin1'),
      ]),
      /^The encoding of .* is not known/,
    ],
    [
      'the é of an old Mac',
      Buffer.from(table({ movieName: 'Am\x8elie' }), 'latin1'),
      /^The encoding of .* is not known/,
    ],
    [
      'UTF-16 cut in the middle of a character',
      utf16(`\uFEFF${table()}`).subarray(0, -1),
      /^The encoding of .* is not known/,
    ],
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      /films\.csv is an old workbook: save it as \.xlsx/,
    ],
    [
      'a misnamed column',
      table({ langauge: 'x', posterr: 'x' }),
      /^The column "langauge" is not known; remove it\.\nThe column "posterr" is not known; did you mean "poster"\?$/,
    ],
    [
      'a required column misnamed',
      table().replace('primaryLanguage', 'langauge'),
      /^The column "langauge" is not known; did you mean "primaryLanguage"\?$/,
    ],
    [
      'the same column twice',
      table({ poster: '', ' poster': '' }),
      /^The column "poster" appears twice; remove one\.$/,
    ],
    [
      'a required column missing',
      table().replaceAll(/,(ticketRate|99)/g, ''),
      /^The column "ticketRate" is missing; every film needs it\.$/,
    ],
    ['an open quotation mark', `${HEADER.join(',')}\n"one`, /films\.csv is not CSV: /],
  ])('with %s is rejected with a message', async (_, content, reason) => {
    await expect(importTable(content)).rejects.toThrow(reason);
    expect(await rowsOf('movies')).toEqual([]);
  });

  test('that begins with a separator counts rows as the spreadsheet does', async () => {
    const { rejected } = await importTable(`sep=;\n${table({ ticketRate: 'free' }, ';')}`);
    expect(rejected.map(({ at }) => at)).toEqual(['row 3']);
  });

  test.each(['0x1F', '0b101', '0o17', '1e3', 'Infinity', '1_000', '+'])(
    'rejects the price %s',
    async (ticketRate) => {
      const { rejected } = await importTable(table({ ticketRate }));
      expect(rejected.map(reportedRowLine)).toEqual([
        `movies, row 2 (one): ticketRate "${ticketRate}" must be a number`,
      ]);
    },
  );

  test.each(['1917', '83', '007', '1e3'])('keeps the title %s unchanged', async (movieName) => {
    expect((await importTable(table({ ref: movieName, movieName }))).rejected).toEqual([]);
    expect(await onlyMovie()).toMatchObject({ movie_name: movieName, import_ref: movieName });
  });

  test.each([
    ['23/11/2026 18:30', '2026-11-23T13:00Z'],
    ['23-11-2026', '2026-11-22T18:30Z'],
    ['23-Nov-26', '2026-11-22T18:30Z'],
    ['23.11.2026', '2026-11-22T18:30Z'],
    ['46349.5', '2026-11-23T06:30Z'], // Excel’s number of a day
    ['2026-11-23 18:30', '2026-11-23T13:00Z'],
    ['2026-11-23T18:30:00Z', '2026-11-23T18:30Z'],
  ])(
    'accepts %s as a date, in the time zone of the cinema unless it has an offset',
    async (date, instant) => {
      await importTable(table({ streamingStartDate: date }));
      expect(await onlyMovie()).toMatchObject({ streaming_start_date: new Date(instant) });
    },
  );

  test('rejects a date with an invalid month and names the field', async () => {
    const { rejected } = await importTable(table({ streamingStartDate: '13/14/2026' }));
    expect(rejected.map(reportedRowLine)).toEqual([
      expect.stringMatching(
        /^movies, row 2 \(one\): streamingStartDate "13\/14\/2026" must be a date, .* day first/,
      ),
    ]);
  });

  test.each([
    ['ticketRate', '₹149.00', { ticket_rate: 14_900 }],
    ['ticketRate', 'Rs. 1,049.50', { ticket_rate: 104_950 }],
    ['ticketRate', '1,049', { ticket_rate: 104_900 }],
    ['ticketRate', '₹ 99/-', { ticket_rate: 9900 }],
    ['runningTime', '2h 05m', { running_time: 125 }],
    ['runningTime', '2 hrs', { running_time: 120 }],
    ['runningTime', '45 min', { running_time: 45 }],
    ['runningTime', '1:45:00', { running_time: 105 }],
    ['ageRating', '13+', { age_rating: 13 }],
    ['ageRating', 'UA 16+', { age_rating: 16 }],
    ['ageRating', 'U', { age_rating: 0 }],
    ['active', 'no', { active: 'N' }],
    ['active', 'Yes', { active: 'Y' }],
    ['movieType', 'short', { movie_type: 'SHORTS' }],
    ['streamingStartDate', '5-Dec-26', { streaming_start_date: new Date('2026-12-04T18:30Z') }],
    [
      'streamingStartDate',
      '5 Dec 2026, 6:00 PM',
      { streaming_start_date: new Date('2026-12-05T12:30Z') },
    ],
  ])('reads the %s of a sheet: %s', async (column, text, expected) => {
    const { rejected } = await importTable(table({ [column]: text }, '\t'), 'films.tsv');
    expect(rejected).toEqual([]);
    expect(await onlyMovie()).toMatchObject(expected);
  });

  test.each([
    ['runningTime', '9:30', 'must be a number of minutes'],
    ['ticketRate', '$149', 'must be a number'],
    ['ticketRate', '1,0490', 'must be a number'],
    ['active', 'maybe', 'must be Y or N'],
  ])('does not guess the %s from %s', async (column, text, reason) => {
    const { rejected } = await importTable(table({ [column]: text }, '\t'), 'films.tsv');
    expect(rejected.map((each) => each.reason)).toEqual([`${column} "${text}" ${reason}`]);
  });

  test('splits genres at commas', async () => {
    await importTable(table({ genres: '"Drama, Romance"' }));
    expect((await rowsOf('genres')).map((row) => row['genre_name'])).toEqual(['Drama', 'Romance']);
  });

  test('below a title and merged headings is imported, with a note and the rows of the spreadsheet', async () => {
    const sheet = [
      'Films of the winter, delivered by Tidewater;;;;;;',
      ';;;;;;',
      'ref;Film;;primaryLanguage;ticketRate;Dates;',
      ';movieName;movieType;;;releaseDate;streamingStartDate',
      'one;One;MOVIES;French;99;1-Dec-26;5-Dec-26',
      'two;Two;MOVIES;French;free;1-Dec-26;5-Dec-26',
    ].join('\n');
    const { rejected, notes } = await importTable(sheet);
    expect(rejected.map(reportedRowLine)).toEqual([
      'movies, row 6 (two): ticketRate "free" must be a number',
    ]);
    expect(notes).toEqual([
      expect.stringMatching(/^The headings of .*films\.csv are in row 4\. The rows above/),
    ]);
    expect(await onlyMovie()).toMatchObject({
      movie_name: 'One',
      release_date: new Date('2026-11-30T18:30Z'),
    });
  });

  test('with headings in other words names the row that looks like headings', async () => {
    const sheet = 'Our films,,\nTitle,Language,Price\nOne,French,99\n';
    await expect(importTable(sheet)).rejects.toThrow(
      'Row 2 looks like the headings: "Title", "Language", "Price". The columns are ref,',
    );
  });

  test('warns of dates that were read with the day first beside dates with the month first', async () => {
    const row = (ref: string, date: string) => `${ref},${ref},MOVIES,French,99,${date}`;
    const sheet = (...dates: string[]) =>
      [
        [...HEADER, 'releaseDate'].join(','),
        ...dates.map((date, at) => row(`film-${at}`, date)),
      ].join('\n');
    const { notes, rejected } = await importTable(sheet('12/5/2026', '12/31/2026', '5/5/2026'));
    expect(rejected).toHaveLength(1);
    expect(notes).toEqual([
      'Check the dates: "12/31/2026" (row 3) has the month first, but 1 date was read with the day first, such as "12/5/2026" (row 2). Write dates as 2026-12-05.',
    ]);
    expect((await importTable(sheet('12/5/2026', '31/12/2026'))).notes).toEqual([]);
  });

  test('accepts a decimal comma if the separator is no comma', async () => {
    await importTable(table({ ticketRate: '149,50' }, ';'));
    expect(await onlyMovie()).toMatchObject({ ticket_rate: 14_950 });
  });
});

describe('media', () => {
  const paint = (name: string, background: string, width = 300, height = 500) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toFile(join(folder, name));
  const rgb = (hex: string) => ({
    r: parseInt(hex.slice(1, 3), 16),
    g: parseInt(hex.slice(3, 5), 16),
    b: parseInt(hex.slice(5, 7), 16),
  });

  test('become pictures in every width, each with its placeholder colour', async () => {
    await paint('poster.png', '#ffcc00');
    await paint('banner.png', '#2040ff', 2000, 900);
    const report = await runImport([
      aMovieEntry(1, { poster: 'poster.png', banner: 'banner.png' }),
    ]);

    expect(report.rejected).toEqual([]);
    const movie = await oneMovie('film-1');
    expect(movie['poster']).toMatch(/^[0-9a-f]{12}\/poster-400\.webp$/);
    for (const kind of ['poster', 'banner'] as const) {
      const { avif, webp, height, width } = imageSources(
        String(movie[kind]),
        kind,
        join(mediaDir, 'images'),
      );
      const files = [avif!, webp!].flatMap((set) =>
        set.split(', ').map((each) => each.split(' ')[0]!),
      );
      const sizes = await Promise.all(files.map((file) => sharp(file).metadata()));
      expect(sizes.map((size) => size.width)).toEqual([
        ...IMAGE_WIDTHS[kind],
        ...IMAGE_WIDTHS[kind],
      ]);
      expect(sizes.find((size) => size.width === width)!.height).toBe(height);
      const gel = oklch(rgb(String(movie[`${kind}_gel`])));
      expect(gel.lightness).toBeLessThanOrEqual(0.28);
      expect(gel.chroma).toBeLessThanOrEqual(0.07);
    }
    expect(readdirSync(join(mediaDir, '.incoming'))).toEqual([]);
  });

  test('are encoded once, encoded again when they are missing, and change the film when they change', async () => {
    await paint('poster.png', '#ffcc00');
    const catalogue = [
      aMovieEntry(1, { poster: 'poster.png' }),
      aMovieEntry(2, { poster: 'poster.png' }),
    ];
    await runImport(catalogue);
    const [first] = readdirSync(join(mediaDir, 'images'));
    rmSync(join(mediaDir, 'images', first!), { recursive: true });
    expect((await runImport(catalogue)).sections.movies).toMatchObject({
      changed: 0,
      unchanged: 2,
    });
    expect(readdirSync(join(mediaDir, 'images'))).toEqual([first]);

    await paint('poster.png', '#00ccff');
    expect((await runImport(catalogue)).sections.movies).toMatchObject({ changed: 2 });
    expect((await oneMovie('film-1'))['poster']).not.toContain(first);
  });

  test('that are broken or of another kind reject their row; addresses stay unchanged', async () => {
    writeFileSync(join(folder, 'broken.jpg'), Buffer.from('ffd8ffe000104a464946', 'hex'));
    writeFileSync(join(folder, 'film.mp4'), 'not a film');
    mkdirSync(join(folder, 'pack'));
    const report = await runImport([
      aMovieEntry(1, { poster: 'broken.jpg' }),
      aMovieEntry(2, { trailer: 'film.mp4' }),
      aMovieEntry(3, { package: 'pack' }),
      aMovieEntry(4, { poster: 'http://elsewhere.example/p.jpg' }),
      aMovieEntry(5, {
        poster: 'https://elsewhere.example/p.jpg',
        teaser: 'https://elsewhere.example/t.mp4',
      }),
    ]);
    expect(report.rejected.map((each) => each.reason)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/broken\.jpg is not a picture that can be read/),
        expect.stringMatching(/film\.mp4 is not an MP4 video/),
        expect.stringMatching(/pack is not a package: it has no manifest\.json/),
        'http://elsewhere.example/p.jpg must begin with https://',
      ]),
    );
    expect(await rowsOf('movies')).toMatchObject([
      {
        poster: 'https://elsewhere.example/p.jpg',
        poster_gel: null,
        teaser_url: 'https://elsewhere.example/t.mp4',
      },
    ]);
  });

  test('trailers and packages are copied without the keys', async () => {
    writeFileSync(join(folder, 'trailer.mp4'), Buffer.from('00000018667479706d703432', 'hex'));
    writePackage(join(folder, 'pack'));
    const catalogue = [
      aMovieEntry(1, { trailer: 'trailer.mp4', package: 'pack' }),
      aMovieEntry(2, { package: 'pack' }),
    ];
    expect((await runImport(catalogue)).rejected).toEqual([]);

    const movie = await oneMovie('film-1');
    expect(movie['trailor_url']).toMatch(/^\/media\/video\/[0-9a-f]{12}\.mp4$/);
    expect(existsSync(join(mediaDir, String(movie['trailor_url']).replace('/media/', '')))).toBe(
      true,
    );
    const [filmPackage, ...otherPackages] = await rowsOf('packages');
    expect(otherPackages).toEqual([]);
    expect(filmPackage).toMatchObject({
      keys: ['ab'.repeat(16)],
      manifest: { durationSeconds: 4 },
    });
    const files = readdirSync(join(mediaDir, 'packages', String(filmPackage!['package_key'])), {
      recursive: true,
    });
    expect(files.sort()).toEqual([
      '240p',
      '240p/00000.m4s',
      '240p/init.mp4',
      'manifest.json',
      'poster.jpg',
      'sprite.webp',
    ]);
  });

  test('a film with a streaming date and no package is imported but not shown until it has one', async () => {
    writePackage(join(folder, 'pack'));
    const [first, second] = [aMovieEntry(1), aMovieEntry(2, { streamingStartDate: null })];
    const films = (entry: unknown = first) => [entry, second, aMovieEntry(3, { active: 'N' })];
    const shown = async () =>
      (await rowsOf('movies')).map((row) => [row['import_ref'], row['active']]);
    const report = await runImport(films());
    expect(report.sections.movies).toMatchObject({ added: 3, rejected: 0 });
    expect(report.heldBack.map(reportedRowLine)).toEqual([
      'movies, entry 1 (film-1): it has a streaming date but no package',
    ]);
    expect(await shown()).toEqual([
      ['film-1', 'N'],
      ['film-2', 'Y'],
      ['film-3', 'N'],
    ]);
    expect((await runImport(films())).heldBack).toHaveLength(1);
    // No ticket was sold for a film without a streaming date: it is held back when its row gets a date but no package.
    second.streamingStartDate = '+5d';
    expect((await runImport(films())).heldBack.map(reportedRowLine)[1]).toMatch(/^movies, entry 2/);
    expect((await shown())[1]).toEqual(['film-2', 'N']);
    second.streamingStartDate = null;

    expect((await runImport(films({ ...first, package: 'pack' }))).heldBack).toEqual([]);
    expect((await shown())[0]).toEqual(['film-1', 'Y']);
    // A film that a command announced without a package stays shown.
    await database.query(
      `update movies set active = 'Y', package_id = null where import_ref = 'film-1'`,
    );
    expect((await runImport(films({ ...first, runningTime: 76 }))).heldBack).toEqual([]);
    expect((await shown())[0]).toEqual(['film-1', 'Y']);
    await runImport(films({ ...first, package: 'pack' }));
    // A changed row without a package keeps the package of the film.
    expect((await runImport(films({ ...first, runningTime: 77 }))).heldBack).toEqual([]);
    expect(await oneMovie('film-1')).toMatchObject({
      running_time: 77,
      active: 'Y',
      package_id: expect.any(Number),
    });
  });

  test('a media folder that is not writable ends the import with a message', async () => {
    await paint('poster.png', '#ffcc00');
    writeFileSync(mediaDir, 'in the way');
    await expect(runImport([aMovieEntry(1, { poster: 'poster.png' })])).rejects.toThrow(
      /^The folder .*server cannot be written: /,
    );
  });
});

function writePackage(folder: string) {
  mkdirSync(join(folder, '240p'), { recursive: true });
  const segments = [{ uri: '240p/00000.m4s', durationSeconds: 4, keyIndex: 0 }];
  const manifest = {
    version: 1,
    durationSeconds: 4,
    captions: [],
    poster: 'poster.jpg',
    renditions: [
      {
        name: '240p',
        kind: 'video',
        width: 426,
        height: 240,
        bandwidth: 1,
        codecs: 'avc1',
        init: '240p/init.mp4',
        segments,
      },
    ],
    sprite: { uri: 'sprite.webp', columns: 1, rows: 1, width: 1, height: 1, everySeconds: 5 },
  };
  const files = {
    'manifest.json': JSON.stringify(manifest),
    'keys.json': JSON.stringify({ keys: ['ab'.repeat(16)] }),
  };
  const otherFiles = ['240p/init.mp4', '240p/00000.m4s', 'poster.jpg', 'sprite.webp'].map(
    (name) => [name, 'x'] as const,
  );
  for (const [name, text] of [...Object.entries(files), ...otherFiles])
    writeFileSync(join(folder, name), text);
}

test('an interrupted import leaves complete films and continues from there', async () => {
  const catalogue = movieEntries(500);
  const stopAt450 = ({ done }: Progress) => {
    if (done === 450) throw new Error('power cut');
  };
  await expect(runImport(catalogue, { onProgress: stopAt450 })).rejects.toThrow('power cut');
  const counts = async () =>
    (
      await database.query(
        `select (select count(*)::int from movies) as movies, (select count(*)::int from movie_genres) as genres, (select count(*)::int from movie_actors) as actors`,
      )
    ).rows[0];
  expect(await counts()).toEqual({ movies: 400, genres: 800, actors: 2400 });

  const statementCount = await countSqlStatements(async () => {
    const report = await runImport(catalogue, { now: LATER });
    expect(report.sections.movies).toEqual({ added: 100, changed: 0, unchanged: 400, rejected: 0 });
  });
  // Films are written in batches of 200: one statement a film would take more than 100.
  if (isPostgres) expect(statementCount).toBeLessThan(40);
  expect(await counts()).toEqual({ movies: 500, genres: 1000, actors: 3000 });
});

test(
  '5,000 rows, a tenth of them invalid, are imported within seconds, with few lines of errors',
  { tags: ['deep'] },
  async () => {
    const odd = [
      { movieName: '' },
      { releaseDate: '13/14/2026' },
      { releaseDate: 'circa 1950' },
      { ref: 'film-1' },
      { ticketRate: 'NA' },
      { yearReleased: '19??' },
      { runningTime: '9:30' },
      { poster: 'none.jpg' },
    ];
    const columns = [
      'ref',
      'movieName',
      'movieType',
      'primaryLanguage',
      'ticketRate',
      'releaseDate',
      'yearReleased',
      'runningTime',
      'genres',
      'poster',
    ] as const;
    const lines = Array.from({ length: 5000 }, (_, index) => {
      const film = {
        ref: `film-${index}`,
        movieName: String(index),
        movieType: 'MOVIES',
        primaryLanguage: 'Hindi',
        ticketRate: '99',
        releaseDate: `${(index % 28) + 1}/${(index % 12) + 1}/1999`,
        yearReleased: '1999',
        runningTime: '120',
        genres: 'Drama|Crime',
        poster: '',
      };
      const row = { ...film, ...(index % 10 === 0 && odd[(index / 10) % odd.length]) };
      return columns.map((name) => row[name]).join(';');
    });
    const file = writeCatalogue(
      folder,
      [columns.join(';'), ...lines].join('\r\n'),
      'many-films.csv',
    );
    const before = process.cpuUsage();
    const report = await importFile(file);
    const { user, system } = process.cpuUsage(before);

    expect(report.sections.movies).toEqual({
      added: 4500,
      changed: 0,
      unchanged: 0,
      rejected: 500,
    });
    expect(causeLines(report).length).toBeLessThanOrEqual(20);
    // CPU time: four seconds on two idle cores, up to twice that beside other tests.
    expect((user + system) / 1000).toBeLessThan(10_000);
  },
);
