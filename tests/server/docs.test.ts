import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/limits/durations.ts';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import { commandName, parseCommandLine } from '../../scripts/cinema/parse-command-line.ts';
import { aCommandRunner, anIo, splitWords } from '../support/cinema-cli.ts';
import { PROJECT } from '../support/project.ts';
import { aServer } from '../support/test-server.ts';

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const pages = globSync('{*,docs/*,scripts/sample/*}.md', { cwd: PROJECT }).toSorted();
const manual = pages.filter((path) => path.startsWith('docs/'));
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

const withoutCode = (text: string) =>
  text.replaceAll(/```[^]*?```/g, '').replaceAll(/`[^`\n]*`/g, '');
/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsIn = (text: string) =>
  [...text.replaceAll(/```[^]*?```/g, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    anchorOf(heading!),
  );
const commandLinesOf = (path: string) =>
  [...read(path).matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) => block!.trim().split('\n'));
const cinemaCommands = (lines: string[]) =>
  lines
    .filter((line) => line.startsWith('npm run cinema -- '))
    .map((line) => line.replace('npm run cinema -- ', ''));

describe.each(pages)('%s', (path) => {
  const text = read(path);

  test('has no table cell of more than 700 characters, which would be a section', () => {
    const cells = [...text.matchAll(/^\|.*\|$/gm)].flatMap(([row]) => row.split(/(?<!\\)\|/));
    expect(cells.filter((cell) => cell.trim().length > 700)).toEqual([]);
  });

  test('links to pages and headings that exist', () => {
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const broken = links.filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(PROJECT, target))) return true;
      return anchor !== undefined && !anchorsIn(read(target)).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  test('names files, npm scripts and commands of the cinema that exist', () => {
    // The changelog also names what is gone.
    if (path === 'CHANGELOG.md') return;
    const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
    const lines = [...text.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, block]) =>
      block!.split('\n'),
    );
    // `<name>`, `[id]` and `…` stand for any name.
    const files = spans.filter((span) => /^(src|scripts|tests|docs)\/\S+$/.test(span));
    const patterns = files.map((file) =>
      file.replaceAll(/<\w+>|…/g, '*').replaceAll(/[[\]]/g, '?'),
    );
    expect(patterns.filter((each) => globSync(each, { cwd: PROJECT }).length === 0)).toEqual([]);
    const named = [...spans, ...lines].flatMap((each) => [
      ...each.matchAll(/npm run (?:-s )?([a-z][\w:]*)/g),
    ]);
    expect(
      named.map(([, script]) => script!).filter((script) => !scripts.includes(script)),
    ).toEqual([]);
    const groups = new Set(commandGroups.map(({ name }) => name));
    const commands = [...spans, ...lines]
      .map((each) => each.replace(/^npm run (-s )?cinema -- |^cinema /, ''))
      .filter(
        (each) => groups.has(each.split(' ')[0]!) && each.includes(' ') && !/[<|$…]/.test(each),
      );
    expect(commands.filter((each) => !isValidCommand(each))).toEqual([]);
  });
});

function isValidCommand(line: string): boolean {
  // A name without its arguments.
  if (
    commandGroups.some(({ name, commands }) =>
      commands.some((each) => line === `${name} ${commandName(each)}`),
    )
  )
    return true;
  const parsed = parseCommandLine(
    commandGroups,
    splitWords(line.replace(/ [>#].*$/, '')),
    anIo().io,
  );
  return typeof parsed !== 'number' || parsed === 0;
}

test('docs/architecture.md names functions that the files of a request have', () => {
  const [section] = /## One request[^]*?(?=\n## )/.exec(read('docs/architecture.md'))!;
  const rows = [...section.matchAll(/^\| `(\S+)` \| (`[^|]+) \|/gm)];
  expect(rows.length).toBeGreaterThan(15);
  const missing = rows.flatMap(([, path, names]) =>
    [...names!.matchAll(/`(\w+)`/g)]
      .filter(([, name]) => !new RegExp(`\\b${name}\\b`).test(read(path!)))
      .map(([, name]) => `${path} ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the first change of docs/recipes.md replaces lines that its files have', () => {
  const changes = [...read('docs/recipes.md').matchAll(/--- (\S+)\n *-(.*)\n *\+/g)];
  expect(changes.length).toBe(2);
  expect(changes.filter(([, path, line]) => !read(path!).includes(`${line}\n`))).toEqual([]);
});

test('each decision has a date and what was rejected', () => {
  const records = read('docs/decisions.md').split(/^## /m).slice(1);
  expect(records.length).toBeGreaterThan(20);
  const isWhole = (record: string) =>
    /^- Date: \d+ \w+ \d{4}\.$/m.test(record) && record.includes('\n- Rejected: ');
  expect(records.filter((record) => !isWhole(record))).toEqual([]);
});

test('the README has at most 120 lines', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

test('the README lists every page of the manual', () => {
  expect(manual.filter((path) => !read('README.md').includes(`](${path})`))).toEqual([]);
});

test.each(manual)('%s says for whom it is', (path) => {
  expect(read(path)).toMatch(/^# .+\n\nFor (operators|developers)\.\s/);
});

describe('the commands of docs/daily-work.md', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-daily-work-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  // The doctor of a test server finds problems; tests/server/doctor.test.ts runs it.
  const lines = cinemaCommands(commandLinesOf('docs/daily-work.md')).filter(
    (line) => line !== 'doctor',
  );

  test('succeed when they are typed one after another', async () => {
    const server = await aServer();
    const { cinema } = aCommandRunner(server);
    await server.database.query(`insert into languages (language_name) values ('English')`);
    await server.database.query(`insert into genres (genre_name, ordering) values ('Drama', 1)`);
    const viewer = await server.aViewer({ mobile: '9000000002', firstName: 'Kavya' });
    // The window of this ticket was open during the outage in docs/daily-work.md.
    const opensAt = new Date('2026-11-20T09:30:00Z');
    await server.anOrder(viewer, await server.aFilm(), {
      bookingStartTime: opensAt,
      bookingEndTime: new Date(opensAt.getTime() + DAY),
    });
    writeFileSync(join(folder, 'about.txt'), 'A cinema by the sea.\n');
    expect(lines.length).toBeGreaterThan(30);
    for (const line of lines) {
      const { code, err } = await cinema(line, { cwd: folder });
      expect({ line, code, err }).toEqual({ line, code: 0, err: '' });
    }
  });
});
