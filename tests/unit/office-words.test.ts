import { describe, expect, test } from 'vitest';
import { commandGroups } from '../../scripts/cinema/command-groups.ts';
import { officeOperations } from '../../scripts/cinema/office-operations.ts';
import { createCommandReplacer, replaceInputs, toHint } from '../../scripts/cinema/screen-text.ts';

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

test.each([
  ['List them: cinema order held', 'List them: “List held payments”'],
  ['Decline it (cinema order refund M26-1) instead.', 'Decline it (“Refund an order”) instead.'],
  ['npm run cinema -- order held lists them.', '“List held payments” lists them.'],
  ['one of `cinema order held`', 'one of “List held payments”'],
  ['Attach one first: cinema media attach.', 'Attach one first: cinema media attach.'],
])('the command in "%s" becomes its title', (typed, shown) => {
  const titles = new Map([
    ['order held', 'List held payments'],
    ['order refund', 'Refund an order'],
  ]);
  expect(createCommandReplacer(titles)(typed)).toBe(shown);
});

test.each([
  ['--to must not be before --from', '“Last day” must not be before “First day”'],
  ['To confirm, add --yes 6', 'To confirm, add “Tickets”: 6'],
  ['<to> is a day\n--dry-run shows it', '“Last day” is a day\nThe preview shows it'],
  ['There is no film "--x".', 'There is no film "--x".'],
])('the inputs in "%s" become their labels', (typed, shown) => {
  const labels = new Map([
    ['to', 'Last day'],
    ['from', 'First day'],
    ['yes', 'Tickets'],
  ]);
  expect(replaceInputs(typed, labels)).toBe(shown);
});

test('a hint that repeats the label is left out', () => {
  expect(toHint('the reason', 'Reason')).toBe('');
  expect(toHint('the last day; default today', 'Last day')).toBe('The last day. If empty: today.');
});
