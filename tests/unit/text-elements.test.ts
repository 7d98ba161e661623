import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT } from '../support/project.ts';

const REFUSED = {
  'a condition before a text': `const A = ({ now, rest }) => <p>{now && 'Opens now. '}{rest}</p>;`,
  'a text before an element': `const B = ({ time, day }) => <dd>{time}<small>{day}</small></dd>;`,
  'a sign before a value': `const C = ({ code }) => <span>+{code}</span>;`,
  'an element or a text': `const D = ({ a, sort }) => <p><b>{a}</b>{a ? <i>{a}</i> : sort()}</p>;`,
  'an icon before a text': `const E = ({ Icon, label }) => <button><Icon />{label}</button>;`,
  'a fragment of a text': `const F = ({ price }) => <>{price}</>;`,
  'a component that is a text': `const G = ({ day }) => (day ? <time>{day}</time> : '-');`,
  'content that may be a text': `interface P { children: ReactNode }
const I = ({ children }: P) => <div><b />{children}</div>;`,
  'a list of texts': `const H = ({ parts }) => <p><b />{parts.map((part) => part.name)}</p>;`,
};

const ACCEPTED = {
  'a text alone': `const A = ({ now, rest }) => <p>{now ? 'Now' : rest}</p>;`,
  'one template': 'const B = ({ code }) => <span>{`+${code}`}</span>;',
  'texts in their elements': `const C = ({ time, day }) => <dd><span>{time}</span> <small>{day}</small></dd>;`,
  'elements of a list': `const D = ({ days }) => <ul><li />{days.map((day) => <li key={day}>{day}</li>)}</ul>;`,
  'an element with a name': `const E = () => { const list = <ul />; return <div><b />{list}</div>; };`,
  'content of the type Elements': `interface P { children: Elements }
const F = ({ children }: P) => <div><b />{children}</div>;`,
};

const codes = { ...REFUSED, ...ACCEPTED };
let folder: string;
let refused: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'text-elements-'));
  const config = join(folder, '.oxlintrc.json');
  writeFileSync(
    config,
    JSON.stringify({
      jsPlugins: [join(PROJECT, 'scripts/lint/text-elements.mjs')],
      categories: { correctness: 'off' },
      rules: { 'matinee/text-elements': 'warn' },
    }),
  );
  Object.values(codes).forEach((code, index) => writeFileSync(join(folder, `${index}.tsx`), code));
  const report = execFileSync(
    process.execPath,
    [
      join(PROJECT, 'node_modules/oxlint/bin/oxlint'),
      '--config',
      config,
      '--format',
      'json',
      folder,
    ],
    { encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(report) as { diagnostics: { filename: string }[] };
  refused = diagnostics.map(({ filename }) => filename.replace(/^.*\//, ''));
});

afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (code: string) => `${Object.values(codes).indexOf(code)}.tsx`;

test.each(Object.entries(REFUSED))(
  'the lint rule refuses %s, which a translated page cannot change',
  (_, code) => {
    expect(refused).toContain(fileOf(code));
  },
);

test.each(Object.entries(ACCEPTED))('the lint rule accepts %s', (_, code) => {
  expect(refused).not.toContain(fileOf(code));
});
