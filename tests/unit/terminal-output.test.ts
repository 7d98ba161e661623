import { expect, test } from 'vitest';
import { column } from '../../scripts/cinema/columns.ts';
import { formatReport } from '../../scripts/cinema/print.ts';
import { facts, table } from '../../scripts/cinema/results.ts';
import { createTerminalIo } from '../../scripts/cinema/main.ts';
import { progressBar } from '../../scripts/cinema/ingest/progress.ts';

const HOSTILE = 'Asha\u001b]0;pwned\u0007\u001b[2K\u009b31m\u202ePAID\ufeff';
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\uFEFF\u202A-\u202E\u2066-\u2069]/;

test('a stored text cannot control the terminal of the operator', () => {
  let [printed, errors] = ['', ''];
  const io = createTerminalIo(
    { write: (text) => ((printed += text), true) },
    { write: (text) => ((errors += text), true) },
  );
  io.out(
    formatReport([facts({ name: HOSTILE }), HOSTILE, JSON.stringify({ name: HOSTILE })]).join('\n'),
  );
  io.err(`There is no film ${HOSTILE}.\n`);
  expect(printed).not.toMatch(CONTROLS);
  expect(errors).not.toMatch(CONTROLS);
  expect(printed).toContain('Asha\\u001b]0;pwned\\u0007');
  expect(JSON.parse(printed.split('\n').at(-1)!)).toEqual({ name: HOSTILE });
});

test('a table shows control characters, also in the back office', () => {
  const named = table([{ name: HOSTILE }], { name: column.text('name') });
  expect(formatReport([named]).join('\n')).not.toMatch(CONTROLS);
});

test('the label of a progress bar shows control characters', () => {
  let printed = '';
  const bar = progressBar(HOSTILE, { write: (text) => ((printed += text), true), isTTY: false });
  bar.update({ stage: 'encoding', fraction: 0.5 });
  expect(printed).toContain('Asha\\u001b');
  expect(printed).not.toMatch(CONTROLS);
});
