import { expect, test } from 'vitest';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import {
  COMMAND_PREFIX,
  commandName,
  fullName,
  parseCommandLine,
} from '../../scripts/cinema/parse-command-line.ts';
import type { CommandDefinition } from '../../scripts/cinema/command.ts';
import { anIo, splitWords } from '../support/cinema-cli.ts';

const commands: [name: string, command: CommandDefinition][] = commandGroups.flatMap((group) =>
  group.commands.map((command): [string, CommandDefinition] => [fullName(group, command), command]),
);

function parse(argv: string[]) {
  const { io, result } = anIo();
  const parsed = parseCommandLine(commandGroups, argv, io);
  return { parsed, ...result };
}

test('there is a command for every task of an operator', () => {
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      ...['list', 'show', 'add', 'edit', 'price', 'schedule', 'activate', 'withdraw', 'remove'].map(
        (name) => `movie ${name}`,
      ),
      ...['list', 'waiting', 'show', 'review', 'accept', 'decline'].map(
        (name) => `submission ${name}`,
      ),
      ...['ingest', 'attach', 'poster', 'banner', 'trailer', 'teaser'].map(
        (name) => `media ${name}`,
      ),
      ...['list', 'add', 'remove', 'order', 'films'].map((name) => `collection ${name}`),
      ...['list', 'add', 'rename'].flatMap((name) => [`genre ${name}`, `language ${name}`]),
      ...['list', 'show', 'edit'].map((name) => `page ${name}`),
      ...['list', 'add', 'edit', 'remove'].map((name) => `subscription ${name}`),
      ...['create', 'bulk', 'list', 'end', 'release', 'report'].map((name) => `coupon ${name}`),
      ...['find', 'grant', 'revoke', 'block', 'unblock', 'delete'].map((name) => `user ${name}`),
      ...['list', 'create', 'edit', 'films', 'owner'].map((name) => `channel ${name}`),
      ...['find', 'show', 'refund', 'extend', 'waiting', 'held', 'return'].map(
        (name) => `order ${name}`,
      ),
      ...['list', 'show', 'evidence'].map((name) => `dispute ${name}`),
      ...['list', 'recent', 'hide', 'show'].map((name) => `review ${name}`),
      ...['day', 'hours', 'tonight', 'site', 'sales', 'gst'].map((name) => `report ${name}`),
      ...['list', 'show', 'approve', 'unapprove', 'pay', 'unpay'].map(
        (name) => `statement ${name}`,
      ),
      'import',
      'rebuild',
      'reconcile',
      ...['nginx', 'caddy', 'redirects', 'headers'].map((name) => `host ${name}`),
      ...['make', 'list'].map((name) => `backup ${name}`),
      'restore',
      'doctor',
      'audit',
      ...['list', 'invite', 'roles', 'reset', 'remove'].map((name) => `office ${name}`),
    ]),
  );
});

test('the main help names every group and the exit codes', () => {
  const { parsed, out } = parse(['--help']);
  expect(parsed).toBe(0);
  for (const { name } of commandGroups) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(out).toMatch(/Exit code: 0 .*1 .*2 /);
});

test.each(
  commandGroups
    .filter(({ commands: [first, second] }) => second || commandName(first!) !== '')
    .map(({ name }) => [name]),
)('the help of %s names its commands', (name) => {
  const { parsed, out } = parse([name, '--help']);
  expect(parsed).toBe(0);
  for (const [each] of commands.filter(([full]) => full.startsWith(`${name} `)))
    expect(out).toContain(`  ${each.slice(name.length + 1)}`);
});

test.each(commands)(
  'the help of %s shows usage, exit codes and valid examples',
  (name, command) => {
    const { parsed, out, err } = parse([...name.split(' '), '--help']);
    expect([parsed, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: ${COMMAND_PREFIX} ${name}`);
    expect(out).toContain(String(command.summary).slice(0, 40));
    expect(out).toMatch(/^Examples?:$/m);
    expect(out).toMatch(/Exit code: 0 .*1 .*2 /);
    expect(out).toContain('--json');
    expect(out.includes('--dry-run')).toBe(command.isChange);
    for (const example of command.examples) {
      expect(out).toContain(`${COMMAND_PREFIX} ${example}`);
      const typed = parse(splitWords(example));
      expect(typed.parsed, typed.err).toMatchObject({ name, command: { usage: command.usage } });
    }
  },
);

test.each([
  ['an unknown group', 'film list', /unknown command 'film'/],
  ['a mistyped group', 'moive list', /unknown command 'moive'[^]*Did you mean movie\?/],
  ['an unknown command', 'movie prise x 1', /unknown command 'prise'[^]*price/],
  ['an unknown option', 'movie list --langage Tamil', /unknown option '--langage'[^]*--language/],
  ['a missing argument', 'movie price night-rail', /missing required argument 'rupees'/],
  ['an extra argument', 'movie price night-rail 1 2', /too many arguments/],
  ['a negative amount', 'movie price night-rail -- -1', /<rupees> must be an amount in rupees/],
  [
    'a thousandth of a rupee',
    'movie price night-rail 1.234',
    /<rupees> must be an amount in rupees/,
  ],
  [
    'an invalid day',
    'report day 2026-02-31',
    /<day> must be a day: 2026-11-30, or 30\/11\/2026 with the day first/,
  ],
  [
    'days in the wrong order',
    'report sales --from 2026-11-02 --to 2026-11-01',
    /--to must not be before --from/,
  ],
  ['an invalid month', 'report gst 2026-13', /<month> must be a month, for example 2026-11/],
  ['an invalid date', 'movie schedule x tomorrow', /<moment> must be a date and time/],
  ['31 February', 'movie schedule x "2026-02-31 18:00"', /<moment> must be a date and time/],
  ['a missing option', 'order refund M26-000001', /--reason is missing/],
  ['a return without a reason', 'order return pay_1', /--reason is missing/],
  ['a withdrawal without a reason', 'movie withdraw night-rail', /--reason is missing/],
  ['an approval without a month', 'statement approve 3', /--month is missing/],
  ['a payment without a reference', 'statement pay 3 --month 2026-10', /--reference is missing/],
  ['a correction without a reason', 'statement unpay 3 --month 2026-10', /--reason is missing/],
  [
    'a taken back approval without a reason',
    'statement unapprove 3 --month 2026-10',
    /--reason is missing/,
  ],
  [
    'an unknown state',
    'statement list --state late',
    /--state must be one of open, unapproved, approved, paid/,
  ],
  ['no discount', 'coupon create X50', /give either --percent or --rupees/],
  [
    'two discounts',
    'coupon create X50 --percent 5 --rupees 5',
    /give either --percent or --rupees/,
  ],
  ['101 percent', 'coupon create X50 --percent 101', /--percent must be at most 100/],
  [
    'an end before its beginning',
    'coupon create X50 --percent 5 --from 2026-12-02 --until 2026-12-01',
    /--until must not/,
  ],
  ['neither order nor outage', 'order extend --by 2h', /name one order, or an outage/],
  [
    'order and outage together',
    'order extend M1 --by 2h --outage-from 2026-11-01 --outage-until 2026-11-02',
    /name one order, or an/,
  ],
  ['an order without --by', 'order extend M1', /give the time to add/],
  [
    'an outage that ends before it began',
    'order extend --outage-from 2026-11-02 --outage-until 2026-11-01',
    /must be after/,
  ],
  ['an unknown page', 'page show imprint', /<page> must be one of about-us, /],
  ['an edit without a change', 'movie edit night-rail', /give at least one fact to change/],
  [
    'a name without a role',
    ['movie', 'edit', 'x', '--cast', 'Asha'],
    /--cast must be a name and a role, for example "Asha Rao=Director"/,
  ],
  ['a text instead of a review number', 'review hide twelve', /<review> must be a whole number/],
  ['a NUL character in the name of a file', ['import', 'a\0b'], /must not contain a NUL/],
])('%s is refused with a message before the command runs', (_, line, message) => {
  const { parsed, out, err } = parse(typeof line === 'string' ? splitWords(line) : line);
  expect([parsed, out]).toEqual([1, '']);
  expect(err).toMatch(message);
  expect(err).toContain('--help');
  expect(err).not.toMatch(/\n\s+at /);
});
