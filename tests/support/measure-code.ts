/**
 * `npm run metrics`: counts what a reader of src and scripts has to guess or to skip. `--list NAME` prints the places of one
 * count.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { importedPath, isLocalImport } from './import-graph.ts';
import { PROJECT } from './project.ts';
import { importsOf, locationOf, type SourceFile, sourceFiles, visitNodes } from './source.ts';

const files = [...sourceFiles('src/**/*.{ts,tsx,astro}'), ...sourceFiles('scripts/**/*.ts')].filter(
  ({ path }) => !path.startsWith('src/sandbox/browser/'),
);

const MAX_COLUMNS = 100;
const MANY_PARAMETERS = 4;
const SMALL_FILE_LINES = 21;
/** Words of other trades; the terms of the field are shorter to guess. */
const ODD_NAMES = /^(?:did|why|drawn|taken|told|left|ask|said|begun|no|gel|sittings)$/;
const FORMATS = /^src\/domain\/format\//;

type Find = (file: SourceFile) => string[];

const findNodes =
  (matches: (node: ts.Node) => boolean): Find =>
  (file) => {
    const found: string[] = [];
    for (const script of file.scripts)
      visitNodes(script, (node) => matches(node) && found.push(locationOf(file, node)));
    return found;
  };

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isConstructorDeclaration(node);

const unwrap = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? unwrap(node.expression) : node;

const isEmptyLiteral = (node: ts.Expression) =>
  (ts.isObjectLiteralExpression(node) && node.properties.length === 0) ||
  (ts.isArrayLiteralExpression(node) && node.elements.length === 0);

function isConditionalSpread(node: ts.Node): boolean {
  if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node)) return false;
  const value = unwrap(node.expression);
  if (ts.isBinaryExpression(value))
    return value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
  return (
    ts.isConditionalExpression(value) && [value.whenTrue, value.whenFalse].some(isEmptyLiteral)
  );
}

const isCast = (node: ts.Node) =>
  ts.isAsExpression(node) && node.type.getText(node.getSourceFile()) !== 'const';

/** A distance from the left edge is a term of pictures and pages. */
const isCoordinate = (node: ts.Identifier) =>
  node.text === 'left' && /\b(?:top|right|MARGIN)\b/.test(node.getSourceFile().text);

const isOddName = (node: ts.Node) =>
  ts.isIdentifier(node) &&
  ODD_NAMES.test(node.text) &&
  !isCoordinate(node) &&
  (ts.isPropertyAssignment(node.parent) ||
    ts.isPropertySignature(node.parent) ||
    ts.isBindingElement(node.parent) ||
    ts.isVariableDeclaration(node.parent) ||
    ts.isParameter(node.parent) ||
    ts.isShorthandPropertyAssignment(node.parent)) &&
  node.parent.name === node;

const isHandMadeFormat = (node: ts.Node) =>
  (ts.isStringLiteralLike(node) && /^[a-z]{2}-[A-Z]{2}$/.test(node.text)) ||
  (ts.isPropertyAccessExpression(node) &&
    (node.expression.getText() === 'Intl' || node.name.text.startsWith('toLocale')));

const findLongLines: Find = ({ path, text }) =>
  text
    .split('\n')
    .flatMap((line, index) => (line.length > MAX_COLUMNS ? [`${path}:${index + 1}`] : []));

const importers = Map.groupBy(
  files.flatMap((file) =>
    importsOf(file)
      .filter(({ from }) => isLocalImport(from))
      .map(({ from }) => importedPath(file, from)),
  ),
  (path) => path,
);

const linesOf = ({ text }: SourceFile) => text.split('\n').length - 1;

const findSmallFiles: Find = (file) =>
  linesOf(file) < SMALL_FILE_LINES && importers.get(file.path)?.length === 1 ? [file.path] : [];

const COUNTS: Record<string, { text: string; find: Find }> = {
  parameters: {
    text: `functions with ${MANY_PARAMETERS} or more parameters`,
    find: findNodes((node) => isFunction(node) && node.parameters.length >= MANY_PARAMETERS),
  },
  assertions: {
    text: 'assertions that a value is there (`!`)',
    find: findNodes(ts.isNonNullExpression),
  },
  spreads: { text: 'conditional spreads', find: findNodes(isConditionalSpread) },
  casts: { text: 'casts (`as`, without `as const`)', find: findNodes(isCast) },
  names: { text: 'names that are no terms of the field', find: findNodes(isOddName) },
  formats: {
    text: 'formats and locales outside src/domain/format',
    find: (file) => (FORMATS.test(file.path) ? [] : findNodes(isHandMadeFormat)(file)),
  },
  columns: { text: `lines with more than ${MAX_COLUMNS} columns`, find: findLongLines },
  small: {
    text: `files with fewer than ${SMALL_FILE_LINES} lines and one importer`,
    find: findSmallFiles,
  },
};

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

function functionLines(file: SourceFile): number[] {
  const lengths: number[] = [];
  for (const script of file.scripts)
    visitNodes(script, (node) => {
      if (!isFunction(node) || !node.body) return;
      const lineAt = (position: number) => script.getLineAndCharacterOfPosition(position).line;
      lengths.push(lineAt(node.getEnd()) - lineAt(node.getStart()) + 1);
    });
  return lengths;
}

function printTotals() {
  const functions = files.flatMap(functionLines);
  const bytes = files.reduce((sum, { path }) => sum + statSync(join(PROJECT, path)).size, 0);
  console.log(
    `${files.length} files with ${bytes} bytes, half of them at most ${median(files.map(linesOf))} lines`,
  );
  console.log(
    `${functions.length} functions, half of them at most ${median(functions)} lines, the longest ${Math.max(...functions)}`,
  );
}

function main() {
  const { values } = parseArgs({ options: { list: { type: 'string' } } });
  const listed = values.list === undefined ? null : COUNTS[values.list];
  if (listed) return console.log(files.flatMap(listed.find).join('\n'));
  if (values.list !== undefined)
    throw new Error(`There is no count ${values.list}: ${Object.keys(COUNTS).join(', ')}`);
  printTotals();
  for (const [name, { text, find }] of Object.entries(COUNTS))
    console.log(`${String(files.flatMap(find).length).padStart(6)}  ${name.padEnd(10)}  ${text}`);
}

main();
