import ts from 'typescript';
import { expect, test } from 'vitest';
import { locationOf, type SourceFile, sourceFiles, visitNodes } from '../support/source.ts';

const FORMATS = 'src/domain/format/';
/** They calculate with time zones, and define how `format` calculates. */
const CALENDARS = ['src/domain/zones.ts', 'src/domain/dates.ts'];
/** Codes of all languages, English among them. */
const LANGUAGES = 'src/domain/languages.ts';
/** They write nothing in a language. */
const NEUTRAL = new Set(['Segmenter', 'getCanonicalLocales']);
const DAYJS = new Set(['dayjs', 'toLocalDayjs', 'toUtcDayjs']);
const LOCALE = /^en([-_][A-Z]{2})?$|\blang="?en\b/;

const files = sourceFiles('{src,scripts/cinema}/**/*.{ts,tsx,js,astro}').filter(
  ({ path }) =>
    !path.startsWith(FORMATS) &&
    !CALENDARS.includes(path) &&
    !path.startsWith('src/sandbox/browser/'),
);

test('only src/domain/format writes numbers, sums, dates, lists and names', () =>
  expect(files.flatMap((file) => nodesIn(file, isFormat))).toEqual([]));

test('only src/domain/format names a language or a locale', () => {
  const others = files.filter(({ path }) => path !== LANGUAGES);
  expect(others.flatMap((file) => nodesIn(file, isLocale))).toEqual([]);
  const markup = others.filter(
    ({ path, text }) => path.endsWith('.astro') && /lang="en/.test(text),
  );
  expect(markup.map(({ path }) => path)).toEqual([]);
});

function nodesIn(file: SourceFile, isFound: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  for (const script of file.scripts)
    visitNodes(script, (node) => isFound(node) && found.push(locationOf(file, node)));
  return found;
}

function isFormat(node: ts.Node): boolean {
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) return node.text.endsWith('₹');
  if (ts.isIdentifier(node)) return DAYJS.has(node.text);
  if (!ts.isPropertyAccessExpression(node)) return false;
  const { expression, name } = node;
  return (
    /^toLocale[A-Z]|^localeCompare$/.test(name.text) ||
    (expression.getText() === 'Intl' && !NEUTRAL.has(name.text) && !readsZone(node))
  );
}

/** `Intl.DateTimeFormat().resolvedOptions()` reads the time zone of the machine. */
const readsZone = (node: ts.Node) => node.parent.parent.getText().endsWith('.resolvedOptions');

const isLocale = (node: ts.Node): boolean =>
  (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) && LOCALE.test(node.text);
