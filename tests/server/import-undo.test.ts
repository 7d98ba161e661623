/** @module-tag databases */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '#server/streaming/import/import.ts';
import { undoImport } from '#server/streaming/import/undo.ts';
import { aMovieEntry, movieEntries, writeCatalogue } from '../support/catalogue-file.ts';
import { aCommandRunner } from '../support/cinema-cli.ts';
import { readTables } from '../support/rows.ts';
import { aServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await aServer();
});
beforeEach(() =>
  server.database.query(
    `truncate users, movies, languages, genres, packages, collections, coupons, content_pages, removed_movies, import_runs restart identity cascade`,
  ),
);

/** All rows, except the log of imports and the counters by which pages are drawn again. */
async function readContent() {
  const tables = await readTables(server.database, [
    'import_runs',
    'import_changes',
    'removed_movies',
  ]);
  return Object.fromEntries(
    Object.entries(tables).map(([name, { rows }]) => [
      name,
      rows.map((row) => {
        const { change_no: _, ...content } = JSON.parse(row) as Record<string, unknown>;
        return content;
      }),
    ]),
  );
}

const runImport = (catalogue: object, ...options: StopOptions) =>
  importFile({ file: writeCatalogue(server.config.dataDir, catalogue) }, ...options);

type StopOptions = [signal?: AbortSignal, onFilm?: (done: number) => void];
const importFile = async (
  source: { file: string; mappingFile?: string },
  ...[signal, onFilm]: StopOptions
) => {
  const { db } = server.database;
  const report = await importCatalogue(
    {
      db,
      mediaDir: server.config.mediaDir,
      now: server.clock.now(),
      mayCreateNames: true,
      who: 'asha@server-1',
      ...(signal && { signal }),
      onProgress: ({ phase, done }) => phase === 'movies' && onFilm?.(done),
    },
    source,
  );
  if (report.importRunId === null) throw new Error('The import was not recorded');
  return { ...report, importRunId: report.importRunId };
};
const undo = async (importRunId: number) => {
  const [change] = await server.database.db.transaction((tx) =>
    undoImport({ ...server.deps, db: tx }, importRunId),
  );
  return change?.after;
};
const query = async (sql: string) => (await server.database.query(sql)).rows;

const PERSON = { ref: 'viewer', mobile: '919000000002', firstName: 'Nithin' };
const PRODUCER = {
  ref: 'producer',
  mobile: '919000000001',
  firstName: 'Meena',
  roles: ['Producer'],
};
const catalogue = (films = movieEntries(3)) => ({
  users: [PERSON, PRODUCER],
  movies: films,
  collections: [{ name: 'By the water', ordering: 1, movies: ['film-2', 'film-1'] }],
  channels: [{ ref: 'tidewater', channelName: 'Tidewater', owner: 'producer', movies: ['film-1'] }],
  coupons: [
    { couponCode: 'FIRST50', couponType: 'PERCENTAGE', couponValue: 50, movies: ['film-1'] },
  ],
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
  ],
  pages: { 'about-us': 'A cinema.' },
});

describe('undoing an import', () => {
  test('leaves nothing of it', async () => {
    const before = await readContent();
    const { importRunId, rejected } = await runImport(catalogue());
    expect(rejected).toEqual([]);
    const result = await undo(importRunId);
    expect(result).toMatchObject({ state: 'undone', 'removed movies': 3, 'removed users': 2 });
    expect(result).not.toHaveProperty('kept');
    expect(await readContent()).toEqual(before);
    expect(await query('select count(*)::int as keys from removed_movies')).toEqual([{ keys: 3 }]);
  });

  test('restores what it changed', async () => {
    await runImport(catalogue());
    const before = await readContent();
    const changed = {
      ...catalogue([
        aMovieEntry(1, {
          movieName: 'Changed',
          ticketRate: 1,
          genres: ['Noir'],
          cast: [],
          primaryLanguage: 'Latin',
        }),
        aMovieEntry(2),
        aMovieEntry(9),
      ]),
      collections: [{ name: 'By the water', ordering: 7, movies: ['film-9'] }],
      channels: [{ ref: 'tidewater', channelName: 'Other', owner: 'viewer', movies: ['film-2'] }],
      coupons: [{ couponCode: 'FIRST50', couponType: 'FIXED', couponValue: 5 }],
      pages: { 'about-us': 'Another cinema.' },
    };
    const { importRunId, sections } = await runImport(changed);
    expect(sections).toMatchObject({
      movies: { added: 1, changed: 1 },
      coupons: { changed: 1 },
      pages: { changed: 1 },
    });
    expect(await undo(importRunId)).toMatchObject({
      'removed movies': 1,
      'restored collections': 1,
      'restored coupons': 1,
    });
    expect(await readContent()).toEqual(before);
  });

  test('leaves nothing of an import that was stopped in the middle', async () => {
    const before = await readContent();
    const stop = new AbortController();
    const stopAfterFirstBatch = (done: number) => done > 210 && stop.abort();
    const { importRunId, isStopped, sections } = await runImport(
      catalogue(movieEntries(260)),
      stop.signal,
      stopAfterFirstBatch,
    );
    expect([isStopped, sections.movies?.added]).toEqual([true, 200]);
    expect(await query(`select state from import_runs`)).toEqual([{ state: 'stopped' }]);
    await undo(importRunId);
    expect(await readContent()).toEqual(before);
  });

  test('leaves nothing of a feed of another system that was stopped in the middle', async () => {
    const [head = '', item = ''] = readFileSync('docs/examples/festival.mrss', 'utf8').split(
      /(?=<item>)/,
    );
    const guid = /<guid[^>]*>[^<]*/.exec(item)![0];
    const items = Array.from({ length: 260 }, (_, index) => item.replace(guid, `${guid}-${index}`));
    const file = join(server.config.dataDir, 'long.mrss');
    writeFileSync(file, `${head}${items.join('')}</channel></rss>`);
    const before = await readContent();
    const stop = new AbortController();
    const source = { file, mappingFile: 'docs/examples/mrss.map.json' };
    const { importRunId, isStopped, sections } = await importFile(source, stop.signal, (done) => {
      if (done > 210) stop.abort();
    });
    expect([isStopped, sections.movies?.added]).toEqual([true, 200]);
    await undo(importRunId);
    expect(await readContent()).toEqual(before);
  });

  const documentedCommands = readFileSync('docs/import.md', 'utf8').match(
    /(?<=^npm run cinema -- )import \S+ --map .+$/gm,
  )!;
  test('has three commands in its documentation', () => expect(documentedCommands).toHaveLength(3));
  test.each(documentedCommands)(
    'leaves nothing of what the documented command imports: %s',
    async (line) => {
      const commands = aCommandRunner(server);
      // The command writes its report beside the file.
      const examples = join(server.config.dataDir, 'examples');
      cpSync('docs/examples', examples, { recursive: true });
      const before = await readContent();
      const { code, out } = await commands.cinema(line.replaceAll('docs/examples', examples));
      expect(code, out).toBe(0);
      expect(await query('select from movies')).not.toEqual([]);
      expect(await commands.cinema(/import undo \d+/.exec(out)![0])).toMatchObject({ code: 0 });
      expect(await readContent()).toEqual({ ...before, audit_log: expect.anything() });
    },
  );

  test('keeps what was used or changed since, and names it', async () => {
    const { importRunId } = await runImport(catalogue());
    const viewer = await server.aViewer();
    const [film] = await query(`select movie_id from movies where import_ref = 'film-2'`);
    await server.anOrder(viewer, { movieId: Number(film!['movie_id']) }, { paymentStatus: 'PAID' });
    await query(`update movies set ticket_rate = 5 where import_ref = 'film-3'`);
    await query(`update content_pages set page_content = 'By hand'`);
    const result = await undo(importRunId);
    expect(result).toMatchObject({ 'removed movies': 1 });
    expect(result!['kept']).toEqual(
      expect.arrayContaining([
        'content_pages about-us: it was changed or deleted since',
        'movies film-2: it is used in orders (1)',
        'movies film-3: it was changed or deleted since',
      ]),
    );
    expect(
      (await query('select import_ref from movies order by 1')).map((row) => row['import_ref']),
    ).toEqual(['film-2', 'film-3']);
    expect(await query('select page_content from content_pages')).toEqual([
      { page_content: 'By hand' },
    ]);
  });

  test('never deletes a person who signed up before', async () => {
    const viewer = await server.aViewer({ mobile: '9000000002' });
    const { importRunId } = await runImport({ users: [PERSON] });
    expect((await undo(importRunId))!['kept']).toEqual([
      `users ${viewer.userId}: it was there before the import, and earlier personal data is not stored`,
    ]);
    expect(await query('select count(*)::int as people from users')).toEqual([{ people: 1 }]);
    expect(JSON.stringify(await query('select * from import_changes'))).not.toContain('9000000002');
  });

  test('works once, and the same file can be imported again with the same keys', async () => {
    const films = [aMovieEntry(1, { movieKey: 'night-rail-1' })];
    const { importRunId } = await runImport({ movies: films });
    await undo(importRunId);
    await expect(undo(importRunId)).rejects.toThrow(`Import ${importRunId} was undone before`);
    await expect(undo(999)).rejects.toThrow('There is no import 999');
    expect(await runImport({ movies: films })).toMatchObject({
      rejected: [],
      sections: { movies: { added: 1 } },
    });
    expect(await query('select * from removed_movies')).toEqual([]);
  });

  test('ends an import that still runs', async () => {
    const running = runImport(
      catalogue(movieEntries(260)),
      undefined,
      (done) => done === 1 && void undo(1),
    );
    await expect(running).rejects.toThrow('This import was undone while it ran');
    expect(await query('select count(*)::int as films from movies')).toEqual([{ films: 0 }]);
  });
});
