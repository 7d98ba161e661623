import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../support/project.ts';
import { aFreePort, runCommand, waitUntil } from '../support/server-process.ts';

interface Bench {
  /** Options that replace those of the docs. */
  smallestOptions: string;
  needsServer?: true;
  /** Patterns of the lines that the command prints. */
  figurePatterns: RegExp[];
  /** Installs hundreds of packages from npm: not run by a test. */
  needsNetwork?: true;
  /** The command exits with 1 if a figure misses its goal, which depends on the machine. */
  hasGoals?: true;
}

const BENCHES: Record<string, Bench> = {
  'bench:pages': {
    smallestOptions: '--runs 1',
    needsServer: true,
    figurePatterns: [
      ...['home', 'film', 'movies', 'search'].map(
        (page) =>
          new RegExp(
            `^${page} +[\\d.]+ × \\(\\d+ ms\\) +[\\d.]+ × \\(\\d+ ms\\) +\\d+ +[\\d.]+ +\\d+ +\\d+ +0$`,
            'm',
          ),
      ),
      ...['upcoming', 'sign up', 'booking', 'details', 'history'].map(
        (page) => new RegExp(`^${page} +\\d+ ms +\\d+ ms +\\d+ +[\\d.]+ +\\d+ +\\d+ +0$`, 'm'),
      ),
      /^ {2}(pass|FAIL) +movies: scriptBytes \d+, at most 40000$/m,
    ],
    hasGoals: true,
  },
  'bench:lighthouse': {
    smallestOptions: '--runs 1',
    needsServer: true,
    figurePatterns: ['/', '/movies', '/v/.+', '/about-us'].map(
      (path) => new RegExp(`^${path} \\(median of 1\\)\n +(pass|FAIL) +performance +\\d+ `, 'm'),
    ),
    hasGoals: true,
  },
  'bench:play': {
    smallestOptions: '--runs 1',
    needsServer: true,
    figurePatterns: [
      /^ {2}(pass|FAIL) +round trips +\d+ /m,
      /^ {2}(pass|FAIL) +time +[\d.]+ × a bare video \(\d+ ms : \d+ ms\)/m,
    ],
    hasGoals: true,
  },
  'bench:search': {
    smallestOptions: '--titles 200 --rounds 1',
    figurePatterns: [
      /^kind +queries +median ms +p95 ms$/m,
      /^a word +7 +[\d.]+ +[\d.]+$/m,
      /^nothing +3 +[\d.]+ +[\d.]+$/m,
    ],
  },
  'bench:api': {
    smallestOptions: '--seconds 1 --connections 2 --titles 100 --viewers 20',
    figurePatterns: [
      /^a bare Hono server, \d+ bytes +\d+ +\d+ +\d+ +100\.0 % +0$/m,
      /^embedded: .+ +\d+ +\d+ +\d+ +[\d.]+ +[\d.]+ % +0$/m,
      /^ {2}(pass|FAIL) +.+ +\d+ ms {2}in [\d.]+ s$/m,
    ],
  },
  'bench:calls': {
    smallestOptions: '--calls 20 --titles 100 --viewers 20',
    figurePatterns: [/^public list +\d\.\d{3}/m, /^order +\d+\.\d{3}/m, /^own orders +\d+\.\d{3}/m],
  },
  'bench:downloads': {
    smallestOptions: '--watchers 4 --holders 4 --seconds 6 --start 1 --rounds 1 --minutes 5',
    figurePatterns: [
      /^segment +[\d.]+, [\d.]+, [\d.]+ +[\d.]+, /m,
      /^ {2}(pass|FAIL) +segment: p95 [\d.]+ × /m,
      /^ {2}holders: [\d.]+ grants, \d+ files .+ failed: 0$/m,
      /^ {2}failed calls of watchers: 0$/m,
    ],
    hasGoals: true,
  },
  'bench:office': {
    smallestOptions: '--films 200 --orders 1000 --people 200 --calls 2',
    figurePatterns: [
      /^movie list +- +[\d.]+ +[\d.]+ +200 +\d+$/m,
      /^order find +status=REFUNDED +[\d.]+ +[\d.]+ +\d+ +\d+$/m,
      /^ {2}(pass|FAIL) +p95 at most 300 ms: /m,
      /^ {2}pass +no call reads all rows of a large table: all$/m,
    ],
    hasGoals: true,
  },
  'bench:peer': { smallestOptions: '', needsNetwork: true, figurePatterns: [] },
  'bench:payments': {
    smallestOptions: '--attempts 2 --refunds 2',
    figurePatterns: [
      /^2 open payments: decided [\d.]+ s /m,
      /^2 tickets of a withdrawn film: refunded in [\d.]+ s, \d+ a second/m,
    ],
  },
  'bench:ingest': {
    smallestOptions: '--seconds 4 --size 320x180 --kinds mpeg2 --preset ultrafast',
    figurePatterns: [
      /^mpeg2: media ingest [\d.]+ s \(\d+ s of processors\), [\d.]+ MB, memory \d+ MB$/m,
      ...['time', 'space', 'memory'].map(
        (name) => new RegExp(`^ {2}(pass|FAIL) {2}mpeg2: ${name} [\\d.]+ ×, at most 1.15$`, 'm'),
      ),
    ],
    hasGoals: true,
  },
  'bench:rebuild': {
    smallestOptions: '--titles 20 --changed 5',
    figurePatterns: [
      /^5 of 20 titles changed \(median of 15\)$/m,
      /^ {2}(pass|FAIL) +the change is published +[\d.]+ s/m,
    ],
    hasGoals: true,
  },
};

const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** The options of each command of the table, by its name. */
const documented = Object.fromEntries(
  [
    ...readFileSync(join(PROJECT, 'docs/benchmarks.md'), 'utf8').matchAll(
      /^\| `npm run (\S+?)(?: -- ([^`]+))?` \|/gm,
    ),
  ].map(([, name, options = '']) => [name!, options]),
);

test('docs/benchmarks.md has every benchmark command', () => {
  const names = Object.keys(scripts).filter((name) => name.startsWith('bench'));
  expect(Object.keys(documented).toSorted()).toEqual(names.toSorted());
  expect(['bench', ...Object.keys(BENCHES)].toSorted()).toEqual(names.toSorted());
  expect(scripts['bench']!.split(' && ')).toEqual(
    ['pages', 'lighthouse', 'play', 'search'].map((name) => `npm run bench:${name}`),
  );
});

describe(
  'the commands of docs/benchmarks.md in their smallest size',
  { tags: ['deep', 'release'], timeout: 900_000 },
  () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'matinee-benchmarks-'));
    let server: ReturnType<typeof runCommand> | undefined;
    let opened: Promise<string> | undefined;

    /** Starts the sample cinema once. Returns its origin. */
    const openSampleCinema = () => (opened ??= startSampleCinema());
    async function startSampleCinema(): Promise<string> {
      const port = await aFreePort();
      const origin = `http://localhost:${port}`;
      // Shared with tests/support/built-site.ts.
      const mediaDir = join(PROJECT, '.matinee', 'test', 'media');
      mkdirSync(mediaDir, { recursive: true });
      const folders = { DATA_DIR: dataDir, MEDIA_DIR: mediaDir };
      const started = runCommand(['scripts/start.ts'], {
        ...folders,
        PORT: String(port),
        ORIGIN: origin,
      });
      server = started;
      await waitUntil(
        'the sample cinema is open',
        async () => {
          if (started.hasExited()) throw new Error(`The server did not open:\n${started.output()}`);
          return started.output().includes('The server is running');
        },
        360_000,
      );
      return origin;
    }
    afterAll(async () => {
      await server?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    test.each(Object.entries(BENCHES).filter(([, { needsNetwork }]) => !needsNetwork))(
      'npm run %s prints its figures',
      async (name, bench) => {
        const options = `${documented[name]} ${bench.smallestOptions} ${bench.needsServer ? `--origin ${await openSampleCinema()}` : ''}`;
        const command = ['run', '--silent', name, '--', ...options.trim().split(/\s+/)];
        const run = runCommand(command, {}, { program: 'npm' });
        const code = await run.exited;
        const output = run.output();
        for (const pattern of bench.figurePatterns) expect(output).toMatch(pattern);
        const isMissed = bench.hasGoals && /^ {2}FAIL /m.test(output);
        expect({ code, output }).toEqual({ code: isMissed ? 1 : 0, output });
      },
    );
  },
);
