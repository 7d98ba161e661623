import { expect, test } from 'vitest';
import { nouns } from '../../scripts/cinema/nouns.ts';
import { CALLED, firstWord, readCall } from '../../scripts/cinema/program.ts';
import type { Verb } from '../../scripts/cinema/verb.ts';
import { anIo, wordsOf } from '../support/cinema.ts';

const verbs: [name: string, verb: Verb][] = nouns.flatMap((noun) =>
  noun.verbs.map((verb): [string, Verb] => {
    const isAlone = noun.verbs.length === 1 && firstWord(verb) === noun.name;
    return [isAlone ? noun.name : `${noun.name} ${firstWord(verb)}`, verb];
  }),
);

function ask(argv: string[]) {
  const { io, heard } = anIo();
  const call = readCall(nouns, argv, io);
  return { call, ...heard };
}

test('there is a verb for everything that an operator does', () => {
  expect(verbs.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      ...['list', 'show', 'add', 'edit', 'price', 'schedule', 'activate', 'withdraw', 'remove'].map(
        (verb) => `movie ${verb}`,
      ),
      ...['list', 'show', 'review', 'accept', 'decline'].map((verb) => `submission ${verb}`),
      ...['ingest', 'attach', 'poster', 'banner', 'trailer', 'teaser'].map((verb) => `media ${verb}`),
      ...['list', 'add', 'remove', 'order', 'films'].map((verb) => `collection ${verb}`),
      ...['list', 'add', 'rename'].flatMap((verb) => [`genre ${verb}`, `language ${verb}`]),
      ...['list', 'show', 'edit'].map((verb) => `page ${verb}`),
      ...['list', 'add', 'edit', 'remove'].map((verb) => `subscription ${verb}`),
      ...['create', 'bulk', 'list', 'end', 'report'].map((verb) => `coupon ${verb}`),
      ...['find', 'grant', 'revoke', 'block', 'unblock', 'delete'].map((verb) => `user ${verb}`),
      ...['list', 'create', 'edit', 'films', 'owner'].map((verb) => `channel ${verb}`),
      ...['find', 'show', 'refund', 'extend', 'held', 'return'].map((verb) => `order ${verb}`),
      ...['list', 'hide', 'show'].map((verb) => `review ${verb}`),
      ...['day', 'sales', 'gst'].map((verb) => `report ${verb}`),
      'import',
      'rebuild',
      'reconcile',
      ...['nginx', 'caddy', 'redirects', 'headers'].map((verb) => `host ${verb}`),
      ...['make', 'list'].map((verb) => `backup ${verb}`),
      'restore',
      'doctor',
      'audit',
    ]),
  );
});

test('the first help names every noun, and how a command ends', () => {
  const { call, out } = ask(['--help']);
  expect(call).toBe(0);
  for (const { name } of nouns) expect(out).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect(out).toMatch(/Exit code: 0 .*1 .*2 /);
});

test.each(
  nouns.filter(({ verbs: [first, ...more] }) => more.length || firstWord(first!) !== '').map(({ name }) => [name]),
)('the help of %s names its verbs', (name) => {
  const { call, out } = ask([name, '--help']);
  expect(call).toBe(0);
  for (const [each] of verbs.filter(([full]) => full.startsWith(`${name} `)))
    expect(out).toContain(`  ${each.slice(name.length + 1)}`);
});

test.each(verbs)(
  '%s: its help says how it is used and how it ends, with an example that can be typed',
  (name, verb) => {
    const { call, out, err } = ask([...name.split(' '), '--help']);
    expect([call, err]).toEqual([0, '']);
    expect(out).toContain(`Usage: ${CALLED} ${name}`);
    expect(out).toContain(verb.about.slice(0, 40));
    expect(out).toMatch(/^Examples?:$/m);
    expect(out).toMatch(/Exit code: 0 .*1 .*2 /);
    expect(out).toContain('--json');
    expect(out.includes('--dry-run')).toBe(verb.changes);
    for (const example of verb.examples) {
      expect(out).toContain(`${CALLED} ${example}`);
      const typed = ask(wordsOf(example));
      expect(typed.call, typed.err).toMatchObject({ name, verb: { words: verb.words } });
    }
  },
);

test.each([
  ['an unknown noun', 'film list', /unknown command 'film'/],
  ['a mistyped noun', 'moive list', /unknown command 'moive'[^]*Did you mean movie\?/],
  ['an unknown verb', 'movie prise x 1', /unknown command 'prise'[^]*price/],
  ['an unknown option', 'movie list --langage Tamil', /unknown option '--langage'[^]*--language/],
  ['a missing argument', 'movie price night-rail', /missing required argument 'rupees'/],
  ['one too many', 'movie price night-rail 1 2', /too many arguments/],
  ['what is no sum', 'movie price night-rail -- -1', /<rupees> must be a sum in rupees/],
  ['a thousandth of a rupee', 'movie price night-rail 1.234', /<rupees> must be a sum in rupees/],
  ['what is no day', 'report day 2026-02-31', /<day> must be a day, as in 2026-11-30 or, day first, 30\/11\/2026/],
  ['days in the wrong order', 'report sales --from 2026-11-02 --to 2026-11-01', /--to must not be before --from/],
  ['what is no month', 'report gst 2026-13', /<month> must be a month, as in 2026-11/],
  ['what is no moment', 'movie schedule x tomorrow', /<moment> must be a moment/],
  ['31 February', 'movie schedule x "2026-02-31 18:00"', /<moment> must be a moment/],
  ['a missing option', 'order refund M26-000001', /--reason is missing/],
  ['no discount', 'coupon create X50', /give either --percent or --rupees/],
  ['two discounts', 'coupon create X50 --percent 5 --rupees 5', /give either --percent or --rupees/],
  ['101 percent', 'coupon create X50 --percent 101', /--percent must be 100 at most/],
  [
    'an end before its beginning',
    'coupon create X50 --percent 5 --from 2026-12-02 --until 2026-12-01',
    /--until must not/,
  ],
  ['neither order nor outage', 'order extend --by 2h', /name one order, or an outage/],
  [
    'both of them',
    'order extend M1 --by 2h --outage-from 2026-11-01 --outage-until 2026-11-02',
    /name one order, or an/,
  ],
  ['an order without a length', 'order extend M1', /say by how much/],
  [
    'an outage that ends before it began',
    'order extend --outage-from 2026-11-02 --outage-until 2026-11-01',
    /must be after/,
  ],
  ['a page that is none', 'page show imprint', /<page> must be one of about-us, /],
  ['an edit of nothing', 'movie edit night-rail', /say what is to change/],
  [
    'a name without a role',
    ['movie', 'edit', 'x', '--cast', 'Asha'],
    /--cast must be a name and a role, as in "Asha Rao=Director"/,
  ],
  ['no number of a review', 'review hide twelve', /<review> must be a whole number/],
  ['a NUL', ['movie', 'list', '--name', 'a\0b'], /must not hold a NUL/],
])('%s is refused in a sentence, before anything is opened', (_, line, said) => {
  const { call, out, err } = ask(typeof line === 'string' ? wordsOf(line) : line);
  expect([call, out]).toEqual([1, '']);
  expect(err).toMatch(said);
  expect(err).toContain('--help');
  expect(err).not.toMatch(/\n\s+at /);
});
