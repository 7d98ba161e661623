import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  argument,
  command,
  DRY_RUN,
  npmCommand,
  option,
  quotedCommand,
  sentence,
  word,
} from '#domain/format/sentence.ts';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import { officeOperations } from '../../scripts/cinema/office-operations.ts';
import type { OptionDescription } from '../../scripts/cinema/command.ts';
import {
  hintOf,
  mapSentences,
  type Names,
  toOfficeText,
} from '../../scripts/cinema/office-text.ts';

const { operations } = officeOperations;
const WORDS_OF_THE_COMMAND_LINE = /--|\bcinema |`|<[a-z-]+>|\bdefault\b/i;

describe('the screens of the back office', () => {
  test('never show words of the command line', () => {
    const texts = operations.flatMap(({ noun, verb, title, summary, details, fields }) =>
      [title, summary, details, ...fields.flatMap(({ label, about }) => [label, about])].map(
        (text) => `${noun} ${verb}: ${text}`,
      ),
    );
    expect(texts.filter((text) => WORDS_OF_THE_COMMAND_LINE.test(text))).toEqual([]);
  });

  test('have a title for each command: a sentence without its dot', () => {
    const titles = commandGroups.flatMap(({ commands }) => commands.map(({ title }) => title));
    expect(titles.filter((title) => !/^[A-Z][a-z]+ .*[^.]$/.test(title))).toEqual([]);
    const offered = operations.map(({ noun, title }) => `${noun}: ${title}`);
    expect(offered).toHaveLength(new Set(offered).size);
  });

  test('have hints that are sentences', () => {
    const hints = operations
      .flatMap(({ fields }) => fields.map(({ about }) => about))
      .filter(Boolean);
    expect(hints.filter((hint) => !/^[A-Z0-9].*[.!?]$/.test(hint))).toEqual([]);
  });
});

const names: Names = {
  titles: new Map([
    ['order held', 'List held payments'],
    ['order refund', 'Refund an order'],
  ]),
  labels: new Map([
    ['to', 'Last day'],
    ['from', 'First day'],
    ['yes', 'Tickets'],
    ['evenIfSold', 'Allow a later start'],
  ]),
};

test.each([
  [sentence`List them: ${command('order held')}`, 'List them: “List held payments”'],
  [
    sentence`Decline it (${command('order refund', 'M26-1')}) instead.`,
    'Decline it (“Refund an order”) instead.',
  ],
  [sentence`${npmCommand('order held')} lists them.`, '“List held payments” lists them.'],
  [sentence`one of ${quotedCommand('order held')}`, 'one of “List held payments”'],
  [sentence`Attach one: ${command('media attach')}.`, 'Attach one: cinema media attach.'],
  [
    sentence`${option('to')} must not be before ${option('from')}`,
    '“Last day” must not be before “First day”',
  ],
  [sentence`To confirm, add ${option('yes', 6)}`, 'To confirm, add “Tickets”: 6'],
  [sentence`Or add ${option('even-if-sold')}.`, 'Or add “Allow a later start”.'],
  [
    sentence`${argument('to')} is a day\n${DRY_RUN} shows it`,
    '“Last day” is a day\nThe preview shows it',
  ],
  [sentence`a number; ${DRY_RUN} shows it`, 'a number; the preview shows it'],
  [sentence`${word('never')} removes it`, '“never” removes it'],
  ['--to is typed', '--to is typed'],
])('"%s" names what the page shows', (text, shown) => {
  expect(toOfficeText(text, names)).toBe(shown);
});

const HOSTILE_NAME = 'Paths <to> --to 2046 (cinema order held) `x`';

test('a value in a sentence is never taken for an option or a command', () => {
  const text = sentence`There is no film "${HOSTILE_NAME}". Use ${option('to')}.`;
  expect(toOfficeText(text, names)).toBe(`There is no film "${HOSTILE_NAME}". Use “Last day”.`);
  expect(String(text)).toBe(`There is no film "${HOSTILE_NAME}". Use --to.`);
  expect(JSON.stringify({ text })).toBe(JSON.stringify({ text: String(text) }));
  const data = { name: HOSTILE_NAME, remedy: sentence`Use ${option('to')}.` };
  expect(mapSentences(data, names)).toEqual({ name: HOSTILE_NAME, remedy: 'Use “Last day”.' });
});

test('a hint has its notes and what an empty field means; it does not repeat the label', () => {
  const hint = (option: OptionDescription, label: string) => hintOf(option, label, names);
  expect(hint({ about: 'the reason' }, 'Reason')).toBe('');
  expect(hint({ about: 'the last day', ifEmpty: 'today' }, 'Last day')).toBe(
    'The last day. If empty: today.',
  );
  expect(
    hint({ about: 'the price', notes: ['0 is free'], ifEmpty: sentence`as ${option('to')}` }, 'X'),
  ).toBe('The price. 0 is free. If empty: as “Last day”.');
});

test('messages of operators name commands and options as references', () => {
  const source = readFileSync('src/messages/operator.ts', 'utf8');
  const texts = source.replace(/\b(?:command|option)\([^)]*\)/g, '');
  expect(texts.match(/--[a-z]\S*|\bcinema [a-z]+ [a-z]+/g)).toBeNull();
});
