/** @module-tag databases */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestFiles } from '#rebuild/release/manifest.ts';
import { releaseDir } from '#rebuild/release/folders.ts';
import { activateRelease } from '#rebuild/release/activate.ts';
import {
  sendCommand,
  type CommandSocket,
  commandSocketPath,
  openCommandSocket,
} from '../../scripts/cinema/command-socket.ts';
import { handleCommandRequest } from '../../scripts/cinema/run-server-command.ts';
import { aCommandRunner, anIo, dumpTables, splitWords } from '../support/cinema-cli.ts';
import { movieEntries, writeCatalogue } from '../support/catalogue-file.ts';
import { aDatabase, type TestDatabase } from '../support/database.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { aFreePort, runCommand, waitUntil } from '../support/server-process.ts';

const isUnix = process.platform !== 'win32';

describe('the command socket of a running server', () => {
  let server: TestServer;
  let commandSocket: CommandSocket;
  let commands: ReturnType<typeof aCommandRunner>;
  let dataDir: string;
  beforeAll(async () => {
    server = await aServer();
    ({ dataDir } = server.config);
    commands = aCommandRunner(server);
    commandSocket = await openCommandSocket(dataDir, async (request, io) =>
      handleCommandRequest(commands.serverHandle, request, io),
    );
    await server.aFilm({ importRef: 'night-rail', movieKey: 'key-rail', movieName: 'இரவு ரயில்' });
    await server.database.query(`insert into content_pages values ('about-us', 'A cinema.')`);
  });
  afterAll(() => commandSocket.close());

  test('stops an import when its client asks for it, and says what is saved', async () => {
    const file = writeCatalogue(dataDir, { movies: movieEntries(2000) });
    const stop = new AbortController();
    const { io, result } = anIo({ signal: stop.signal });
    const ended = sendCommand({ dataDir, argv: ['import', file, '--create'], io });
    const query = async (sql: string) => (await server.database.query(sql)).rows;
    await waitUntil(
      'a film is saved',
      async () => (await query(`select 1 from movies where import_ref = 'film-1'`))[0],
    );
    stop.abort();
    expect(await ended).toBe(130);
    const [, count] = /^movies: (\d+) new/m.exec(result.out)!;
    expect(Number(count)).toBeLessThan(2000);
    expect(
      await query(`select count(*)::text as saved from movies where import_ref like 'film-%'`),
    ).toEqual([{ saved: count }]);
    expect(
      await query('select outcome, said from audit_log order by audit_id desc limit 1'),
    ).toEqual([
      { outcome: 'partly', said: expect.stringMatching(`^Stopped.*; movies: ${count} new`) },
    ]);
  });

  test('says that nothing is saved when an import is stopped at once', async () => {
    const file = writeCatalogue(dataDir, { movies: movieEntries(20) });
    const { io, result } = anIo({ signal: AbortSignal.abort() });
    expect(await sendCommand({ dataDir, argv: ['import', file, '--create'], io })).toBe(130);
    expect(result.out).toMatch(/^Stopped before the first row was saved/);
  });

  const sendLine = async (typed: string, stdin = '') => {
    const { io, result } = anIo({ stdin: async () => stdin });
    const code = await sendCommand({ dataDir, argv: splitWords(typed), io });
    return { ...result, code };
  };

  test.runIf(isUnix)('is a socket in the data folder that only this user may open', () => {
    expect(commandSocketPath(dataDir)).toBe(join(dataDir, 'server.sock'));
    expect(statSync(commandSocketPath(dataDir)).isSocket()).toBe(true);
    expect(statSync(commandSocketPath(dataDir)).mode & 0o777).toBe(0o600);
  });

  test.runIf(isUnix)(
    'is in a private folder of the user if the path of the data folder is too long',
    async () => {
      const long = join(mkdtempSync(join(tmpdir(), 'matinee-')), 'x'.repeat(120));
      mkdirSync(long);
      const secondSocket = await openCommandSocket(long, async () => 7);
      const path = commandSocketPath(long);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
      expect(await sendCommand({ dataDir: long, argv: [], io: anIo().io })).toBe(7);
      await secondSocket.close();
      rmSync(dirname(long), { recursive: true });
    },
  );

  test.each([
    'movie list',
    'movie list --json',
    'movie show night-rail --json',
    'movie show nobody',
    'movie price night-rail 99 --dry-run',
    'coupon end NONE',
    'audit --since 2030-01-01',
    'report day 2026-11-21',
  ])('“%s” prints the same over the socket as in the process of the server', async (typed) => {
    expect(await sendLine(typed)).toEqual(await commands.cinema(typed));
  });

  test('the audit log names the user of the client', async () => {
    expect(await sendLine('movie price night-rail 77')).toMatchObject({
      code: 0,
      out: expect.stringContaining('149 → 77'),
    });
    const { rows } = await server.database.query(
      'select who, command, outcome, args from audit_log order by audit_id desc limit 1',
    );
    expect(rows).toEqual([
      {
        who: 'asha@host-1',
        command: 'movie price',
        outcome: 'done',
        args: { film: 'night-rail', rupees: 7700 },
      },
    ]);
  });

  test('long and non-Latin text of stdin reaches the server unchanged', async () => {
    const text = `முதல் காட்சி “9.30”\n${'x'.repeat(150_000)}`;
    expect((await sendLine('page edit about-us -', text)).code).toBe(0);
    expect((await sendLine('page show about-us')).out).toBe(`${text}\n`);
  });

  test('file names are relative to the folder of the client', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'matinee-elsewhere-'));
    writeFileSync(join(cwd, 'about.txt'), 'From elsewhere.');
    const { io } = anIo({ cwd });
    expect(
      await sendCommand({ dataDir, argv: splitWords('page edit about-us about.txt'), io }),
    ).toBe(0);
    expect((await sendLine('page show about-us')).out).toBe('From elsewhere.\n');
    rmSync(cwd, { recursive: true });
  });

  test('parallel commands get their own results', async () => {
    const prices = Array.from({ length: 12 }, (_, number) => 100 + number);
    const answers = await Promise.all(
      prices.map((price) => sendLine(`movie price night-rail ${price} --json`)),
    );
    answers.forEach(({ code, out }, at) => {
      expect(code).toBe(0);
      expect(
        JSON.parse(out).changes.every((each: { after: object }) =>
          JSON.stringify(each.after).includes(String(prices[at])),
        ),
      ).toBe(true);
    });
  });

  test('invalid messages change nothing and do not stop the server', async () => {
    const before = await dumpTables(server);
    for (const message of [
      'hello\n',
      '{}\n',
      '[]\n',
      '{"request":{"argv":["movie","list"]',
      '\0\0\0\n',
      'null\n',
      '{"request":{}}\n',
    ]) {
      const socket = connect(commandSocketPath(dataDir));
      socket.on('error', () => undefined);
      socket.resume().end(message);
      await new Promise((resolve) => socket.once('close', resolve));
    }
    expect(await dumpTables(server)).toEqual(before);
    expect((await sendLine('movie list')).code).toBe(0);
  });

  test('no server answers for a folder without a running server', async () => {
    expect(
      await sendCommand({
        dataDir: mkdtempSync(join(tmpdir(), 'matinee-closed-')),
        argv: ['movie', 'list'],
        io: anIo().io,
      }),
    ).toBeNull();
  });
});

function aSiteWithTwoReleases(dataDir: string): string[] {
  const ids = ['20261121000000001', '20261121000000002'];
  for (const id of ids) {
    const made = {
      id,
      sources: '',
      bundle: '',
      previousBundles: [],
      cursor: '0',
      siteContent: '',
      builtAt: '',
      origin: '',
    };
    mkdirSync(releaseDir(dataDir, id), { recursive: true });
    for (const [name, text] of Object.entries(
      manifestFiles({ ...made, films: 0, leftOut: [], shards: {} }),
    ))
      writeFileSync(join(releaseDir(dataDir, id), name), text);
  }
  activateRelease(join(dataDir, 'site'), dataDir, ids[1]!);
  return ids;
}

describe('a server in a separate process', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let settings: Record<string, string>;
  beforeAll(async () => {
    database = await aDatabase();
    // Marks the sample cinema as loaded, because building its pages is slow.
    await database.withConnection(async ({ query, aFilm }) => {
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
  const open = async (args = START) => {
    const server = runCommand(args, settings);
    await waitUntil(
      'the server is open',
      async () => {
        if (server.hasExited()) throw new Error(server.output());
        return fetch(`${settings['ORIGIN']}/api/ott/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      60_000,
    );
    if (settings['DATABASE_URL']!.startsWith('file:'))
      await waitUntil(
        'the command socket answers',
        async () =>
          sendCommand({
            dataDir: database.dataDir,
            argv: ['language', 'list'],
            io: anIo().io,
          }).then((code) => code === 0),
        10_000,
      );
    return server;
  };
  const start = (...argv: string[]) => runCommand(['scripts/cinema.ts', ...argv], settings);
  const cinema = async (...argv: string[]) => {
    const command = start(...argv);
    return { code: await command.exited, output: command.output() };
  };
  const writeCatalogueFile = (name: string, count: number) => {
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

  const lastAuditEntries = async () =>
    JSON.parse((await cinema('audit', '--limit', '2', '--json')).output).audit;

  test('npm run serve opens the command socket too', { tags: ['deep'] }, async () => {
    const server = await open(['scripts/serve.ts']);
    expect(await cinema('movie', 'price', 'night-rail', '148')).toMatchObject({ code: 0 });
    expect(await lastAuditEntries()).toMatchObject([{ command: 'movie price', outcome: 'done' }]);
    expect(await server.stop()).toBe(0);
  });

  test.each(['open', 'closed'])(
    'a rebuild is recorded in the audit log while the server is %s',
    { tags: ['deep'] },
    async (state) => {
      const server = state === 'open' ? await open() : null;
      const [older, newer] = aSiteWithTwoReleases(database.dataDir);
      expect(await cinema('rebuild', '--rollback', '--dry-run')).toMatchObject({ code: 0 });
      expect(await cinema('rebuild', '--rollback')).toMatchObject({ code: 0 });
      expect(await cinema('rebuild', '--api', 'http://127.0.0.1:1')).toMatchObject({ code: 1 });
      expect(await lastAuditEntries()).toMatchObject([
        {
          command: 'rebuild',
          outcome: 'refused',
          args: { api: 'http://127.0.0.1:1' },
          changes: [],
        },
        {
          command: 'rebuild',
          outcome: 'done',
          who: expect.stringContaining('@'),
          args: { rollback: true },
          message: `Release ${older} is published again, instead of ${newer}.`,
          changes: [{ what: 'site', before: { release: newer }, after: { release: older } }],
        },
      ]);
      await server?.stop();
    },
  );

  test('a machine with only the site rolls a release back without an audit log', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'matinee-site-'));
    aSiteWithTwoReleases(dataDir);
    const alone = runCommand(['scripts/cinema.ts', 'rebuild', '--rollback'], { DATA_DIR: dataDir });
    expect(await alone.exited).toBe(0);
    expect(alone.output()).toMatch(/^Release \d+ is published again, instead of \d+\.\n$/);
    expect(existsSync(join(dataDir, 'database'))).toBe(false);
    rmSync(dataDir, { recursive: true });
  });

  test(
    'a command prints the same with and without a running server',
    { tags: ['deep'] },
    async () => {
      const closed = await cinema('movie', 'price', 'night-rail', '149.5', '--dry-run');
      expect(closed.code).toBe(0);
      const server = await open();
      expect(
        await Promise.all([
          cinema('movie', 'price', 'night-rail', '149.5', '--dry-run'),
          cinema('movie', 'price', 'nobody', '1'),
        ]),
      ).toMatchObject([closed, { code: 1 }]);
      expect(await cinema('movie', 'price', 'night-rail', '149.5')).toMatchObject({ code: 0 });
      expect(await server.stop()).toBe(0);
      const sql = `select ticket_rate from movies where import_ref = 'night-rail'`;
      expect((await database.withConnection(({ query }) => query(sql))).rows).toEqual([
        { ticket_rate: 14_950 },
      ]);
    },
  );

  describe.each(['kill', 'stop'] as const)('an import that is ended by %s', (end) => {
    test(
      'keeps whole films, says how many, and continues when it is repeated',
      { tags: ['deep'] },
      async () => {
        const server = await open();
        const file = writeCatalogueFile(end, 6000);
        const command = start('import', file, '--create');
        await waitUntil(
          'the import has started',
          async () => command.hasExited() || /movies: [1-9]/.test(command.output()),
          60_000,
        );
        const exitCode = await command[end]();
        // Without a server that has the database open, the killed process itself did the work.
        const isServerGone = end === 'kill' && !settings['DATABASE_URL']!.startsWith('file:');
        const [entry] = await waitUntil('the import ends', async () => {
          const entries = await lastAuditEntries();
          return (isServerGone || entries[0].outcome !== 'begun') && entries;
        });
        const films = await filmsOf(end);
        expect(films.length).toBeLessThan(6000);
        expect(films.every(({ genres }) => genres.length === 1)).toBe(true);
        expect(entry).toMatchObject({
          command: 'import',
          outcome: isServerGone ? 'begun' : 'partly',
        });
        if (!isServerGone)
          expect(entry.message).toMatch(new RegExp(`^Stopped.*; movies: ${films.length} new, `));
        if (end === 'stop') {
          expect(exitCode).toBe(130);
          expect(command.output()).toContain(`\nmovies: ${films.length} new, `);
        }
        expect(await cinema('import', file, '--create', '--quiet')).toMatchObject({ code: 0 });
        expect(await filmsOf(end)).toHaveLength(6000);
        await server.stop();
      },
    );
  });

  test.runIf(!process.env['TEST_DATABASE_URL'])(
    'a killed server leaves no partial films; the command reports it, and later commands run locally',
    { tags: ['deep'] },
    async () => {
      const server = await open();
      const file = writeCatalogueFile('fallen', 6000);
      const command = start('import', file, '--create');
      await waitUntil(
        'the import has started',
        async () => command.hasExited() || /movies: [1-9]/.test(command.output()),
        60_000,
      );
      await server.kill();
      expect(await command.exited).toBe(1);
      expect(command.output()).toContain('The server closed before the command was done.');
      const films = await filmsOf('fallen');
      expect(films.length).toBeLessThan(6000);
      expect(films.every(({ genres }) => genres.length === 1)).toBe(true);
      expect((await cinema('audit', '--limit', '3')).output).toMatch(/import +begun/);
    },
  );
});
