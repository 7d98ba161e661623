/** @module-tag databases */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardsOf } from '#rebuild/release/card.ts';
import { releaseDir } from '#rebuild/release/folders.ts';
import { switchTo } from '#rebuild/release/switch.ts';
import { callHouse, type Line, linePath, openLine } from '../../scripts/cinema/line.ts';
import { answerCall } from '../../scripts/cinema/answer.ts';
import { aCounter, anIo, dumpOf, wordsOf } from '../support/cinema.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aFreePort, runCommand, until } from '../support/server-process.ts';

const isUnix = process.platform !== 'win32';

describe('the line of an open house', () => {
  let house: TestHouse;
  let line: Line;
  let counter: ReturnType<typeof aCounter>;
  let dataDir: string;
  beforeAll(async () => {
    house = await aHouse();
    ({ dataDir } = house.config);
    counter = aCounter(house);
    line = await openLine(dataDir, async (asked, io) => answerCall(counter.place, asked, io));
    await house.aFilm({ importRef: 'night-rail', movieKey: 'key-rail', movieName: 'இரவு ரயில்' });
    await house.database.query(`insert into content_pages values ('about-us', 'A cinema.')`);
  });
  afterAll(() => line.close());

  const byLine = async (typed: string, stdin = '') => {
    const { io, heard } = anIo({ stdin: async () => stdin });
    const code = await callHouse(dataDir, wordsOf(typed), io);
    return { ...heard, code };
  };

  test.runIf(isUnix)('is a socket in the data folder that only this user may open', () => {
    expect(linePath(dataDir)).toBe(join(dataDir, 'house.sock'));
    expect(statSync(linePath(dataDir)).isSocket()).toBe(true);
    expect(statSync(linePath(dataDir)).mode & 0o777).toBe(0o600);
  });

  test.runIf(isUnix)('of a folder with a long name lies in a folder that is this user’s alone', async () => {
    const long = join(mkdtempSync(join(tmpdir(), 'matinee-')), 'x'.repeat(120));
    mkdirSync(long);
    const other = await openLine(long, async () => 7);
    const path = linePath(long);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    expect(await callHouse(long, [], anIo().io)).toBe(7);
    await other.close();
    rmSync(dirname(long), { recursive: true });
  });

  test.each([
    'movie list',
    'movie list --json',
    'movie show night-rail --json',
    'movie show nobody',
    'movie price night-rail 99 --dry-run',
    'coupon end NONE',
    'audit --since 2030-01-01',
    'report day 2026-11-21',
  ])('“%s” answers by the line as it does at the till', async (typed) => {
    expect(await byLine(typed)).toEqual(await counter.cinema(typed));
  });

  test('changes by the line are written down under the name of whoever is at its end', async () => {
    expect(await byLine('movie price night-rail 77')).toMatchObject({
      code: 0,
      out: expect.stringContaining('149 → 77'),
    });
    const { rows } = await house.database.query(
      'select who, command, outcome, args from audit_log order by audit_id desc limit 1',
    );
    expect(rows).toEqual([
      { who: 'asha@till-1', command: 'movie price', outcome: 'done', args: { film: 'night-rail', rupees: 7700 } },
    ]);
  });

  test('what is typed in comes through, whatever letters it has', async () => {
    const text = `முதல் காட்சி “9.30”\n${'x'.repeat(150_000)}`;
    expect((await byLine('page edit about-us -', text)).code).toBe(0);
    expect((await byLine('page show about-us')).out).toBe(`${text}\n`);
  });

  test('files are those of the folder where the command was given', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'matinee-elsewhere-'));
    writeFileSync(join(cwd, 'about.txt'), 'From elsewhere.');
    const { io } = anIo({ cwd });
    expect(await callHouse(dataDir, wordsOf('page edit about-us about.txt'), io)).toBe(0);
    expect((await byLine('page show about-us')).out).toBe('From elsewhere.\n');
    rmSync(cwd, { recursive: true });
  });

  test('many commands at once are served, each with its own answer', async () => {
    const prices = Array.from({ length: 12 }, (_, number) => 100 + number);
    const answers = await Promise.all(prices.map((price) => byLine(`movie price night-rail ${price} --json`)));
    answers.forEach(({ code, out }, at) => {
      expect(code).toBe(0);
      expect(
        JSON.parse(out).changes.every((each: { after: object }) =>
          JSON.stringify(each.after).includes(String(prices[at])),
        ),
      ).toBe(true);
    });
  });

  test('nonsense on the line harms nobody', async () => {
    const before = await dumpOf(house);
    for (const nonsense of [
      'hello\n',
      '{}\n',
      '[]\n',
      '{"asked":{"argv":["movie","list"]',
      '\0\0\0\n',
      'null\n',
      '{"asked":{}}\n',
    ]) {
      const socket = connect(linePath(dataDir));
      socket.on('error', () => undefined);
      socket.resume().end(nonsense);
      await new Promise((resolve) => socket.once('close', resolve));
    }
    expect(await dumpOf(house)).toEqual(before);
    expect((await byLine('movie list')).code).toBe(0);
  });

  test('nobody listens where no house is open', async () => {
    expect(await callHouse(mkdtempSync(join(tmpdir(), 'matinee-closed-')), ['movie', 'list'], anIo().io)).toBeNull();
  });
});

/** Two releases of nothing, the newer one served. Gives their names, the older first. */
function aSite(dataDir: string): string[] {
  const ids = ['20261121000000001', '20261121000000002'];
  for (const id of ids) {
    const made = { id, sources: '', bundle: '', formers: [], cursor: '0', surroundings: '', builtAt: '', origin: '' };
    mkdirSync(releaseDir(dataDir, id), { recursive: true });
    for (const [name, text] of Object.entries(cardsOf({ ...made, films: 0, drawers: {} })))
      writeFileSync(join(releaseDir(dataDir, id), name), text);
  }
  switchTo(join(dataDir, 'site'), dataDir, ids[1]!);
  return ids;
}

describe('a house in a process of its own', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let settings: Record<string, string>;
  beforeAll(async () => {
    database = await aDatabase();
    // Without the sample cinema, which takes long to draw.
    await database.visit(async ({ query, aFilm }) => {
      await query(`insert into house_state values ('sample', 'loaded')`);
      await query(`insert into languages (language_name) values ('Tamil')`);
      await aFilm({ importRef: 'night-rail', movieKey: 'key-rail' });
    });
    const port = await aFreePort();
    settings = {
      DATABASE_URL: database.url,
      DATA_DIR: database.dataDir,
      PORT: String(port),
      ORIGIN: `http://127.0.0.1:${port}`,
    };
  });
  afterAll(() => database.drop());

  const START = ['scripts/start.ts', '--without-site'];
  const open = async (typed = START) => {
    const house = runCommand(typed, settings);
    await until(
      'the house is open',
      async () => {
        if (house.isOver()) throw new Error(house.output());
        return fetch(`${settings['ORIGIN']}/api/ott/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      60_000,
    );
    if (settings['DATABASE_URL']!.startsWith('file:'))
      await until(
        'it listens on its line',
        async () => callHouse(database.dataDir, ['language', 'list'], anIo().io).then((code) => code === 0),
        10_000,
      );
    return house;
  };
  const start = (...argv: string[]) => runCommand(['scripts/cinema.ts', ...argv], settings);
  const cinema = async (...argv: string[]) => {
    const command = start(...argv);
    return { code: await command.ended, output: command.output() };
  };
  const manyFilms = (name: string, count: number) => {
    const file = join(database.dataDir, name);
    const movies = Array.from({ length: count }, (_, number) => ({
      ref: `${name}-${number}`,
      movieName: `Film ${number}`,
      movieType: 'MOVIES',
      primaryLanguage: 'Tamil',
      ticketRate: 99,
      genres: ['Drama'],
      cast: [{ actorName: 'A', actorRole: 'Actor' }],
    }));
    writeFileSync(file, JSON.stringify({ movies }));
    return file;
  };
  const filmsOf = async (name: string) => {
    const { output } = await cinema('movie', 'list', '--name', name, '--limit', '10000', '--json');
    return JSON.parse(output).movies as { genres: string[] }[];
  };

  const lastDeeds = async () => JSON.parse((await cinema('audit', '--limit', '2', '--json')).output).audit;

  test('the server alone listens as the house does', { tags: ['deep'] }, async () => {
    const server = await open(['scripts/serve.ts']);
    expect(await cinema('movie', 'price', 'night-rail', '148')).toMatchObject({ code: 0 });
    expect(await lastDeeds()).toMatchObject([{ command: 'movie price', outcome: 'done' }]);
    expect(await server.stop()).toBe(0);
  });

  test.each(['open', 'closed'])(
    'a rebuild is written down in a house that is %s',
    { tags: ['deep'] },
    async (state) => {
      const house = state === 'open' ? await open() : null;
      const [older, newer] = aSite(database.dataDir);
      expect(await cinema('rebuild', '--rollback', '--dry-run')).toMatchObject({ code: 0 });
      expect(await cinema('rebuild', '--rollback')).toMatchObject({ code: 0 });
      expect(await cinema('rebuild', '--api', 'http://127.0.0.1:1')).toMatchObject({ code: 1 });
      expect(await lastDeeds()).toMatchObject([
        { command: 'rebuild', outcome: 'refused', args: { api: 'http://127.0.0.1:1' }, changes: [] },
        {
          command: 'rebuild',
          outcome: 'done',
          who: expect.stringContaining('@'),
          args: { rollback: true },
          said: `The release ${older} is served again, instead of ${newer}.`,
          changes: [{ what: 'site', before: { release: newer }, after: { release: older } }],
        },
      ]);
      await house?.stop();
    },
  );

  test('a machine that has the site alone rebuilds without a log', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'matinee-site-'));
    aSite(dataDir);
    const alone = runCommand(['scripts/cinema.ts', 'rebuild', '--rollback'], { DATA_DIR: dataDir });
    expect(await alone.ended).toBe(0);
    expect(alone.output()).toMatch(/^The release \d+ is served again, instead of \d+\.\n$/);
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
    rmSync(dataDir, { recursive: true });
  });

  test('open or closed, the same command says the same', async () => {
    const closed = await cinema('movie', 'price', 'night-rail', '149.5', '--dry-run');
    expect(closed.code).toBe(0);
    const house = await open();
    expect(await cinema('movie', 'price', 'night-rail', '149.5', '--dry-run')).toEqual(closed);
    expect(await cinema('movie', 'price', 'night-rail', '149.5')).toMatchObject({ code: 0 });
    expect(await cinema('movie', 'price', 'nobody', '1')).toMatchObject({ code: 1 });
    expect(await house.stop()).toBe(0);
    expect(await cinema('movie', 'list', '--name', 'night-rail')).toMatchObject({
      code: 0,
      output: expect.stringContaining('149.5'),
    });
  });

  test('a command that is killed leaves films that are whole, and the house goes on', { tags: ['deep'] }, async () => {
    const house = await open();
    const file = manyFilms('killed', 6000);
    const command = start('import', file);
    await until(
      'the import is on its way',
      async () => command.isOver() || /movies: [1-9]/.test(command.output()),
      60_000,
    );
    await command.kill();
    const films = await filmsOf('killed');
    expect(films.every(({ genres }) => genres.length === 1)).toBe(true);
    const again = await cinema('import', file, '--quiet');
    expect(again).toMatchObject({ code: 0 });
    expect(await filmsOf('killed')).toHaveLength(6000);
    await house.stop();
  });

  test.runIf(!process.env['TEST_DATABASE_URL'])(
    'a house that is killed leaves films that are whole; the command says so, and works alone then',
    { tags: ['deep'] },
    async () => {
      const house = await open();
      const file = manyFilms('fallen', 6000);
      const command = start('import', file);
      await until(
        'the import is on its way',
        async () => command.isOver() || /movies: [1-9]/.test(command.output()),
        60_000,
      );
      await house.kill();
      expect(await command.ended).toBe(1);
      expect(command.output()).toContain('The house closed before this was done.');
      const films = await filmsOf('fallen');
      expect(films.length).toBeLessThan(6000);
      expect(films.every(({ genres }) => genres.length === 1)).toBe(true);
      expect((await cinema('audit', '--limit', '3')).output).toMatch(/import +begun/);
    },
  );
});
