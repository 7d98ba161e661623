import ts from 'typescript';
import { expect, test } from 'vitest';
import {
  importedMessages,
  leftmost,
  locationOf,
  type SourceFile,
  sourceFiles,
  visitNodes,
} from '../support/source.ts';

// A displayed text changes with the language, so code compares codes.
test('no displayed text is compared', () => {
  const files = sourceFiles('{src,scripts/cinema}/**/*.{ts,tsx,astro}').filter(({ text }) =>
    text.includes('#messages/'),
  );
  expect(files.flatMap(comparedTexts)).toEqual([]);
});

const COMPARING_METHODS = /^(includes|indexOf|lastIndexOf|has|startsWith|endsWith|match|test|get)$/;
const COMPARING_OPERATORS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

function comparedTexts(file: SourceFile): string[] {
  return file.scripts.flatMap((script) => {
    const messages = importedMessages(script);
    const isText = (node: ts.Node | undefined): boolean =>
      node !== undefined && messages.has(leftmost(node) ?? '');
    const found: string[] = [];
    visitNodes(script, (node) => {
      if (sidesOf(node).some(isText)) found.push(`${locationOf(file, node)} ${node.getText()}`);
    });
    return found;
  });
}

/** The expressions that a node compares. */
function sidesOf(node: ts.Node): ts.Node[] {
  if (ts.isBinaryExpression(node) && COMPARING_OPERATORS.has(node.operatorToken.kind))
    return [node.left, node.right];
  if (ts.isCaseClause(node) || ts.isSwitchStatement(node)) return [node.expression];
  // A text as a key is compared when the key is looked up.
  if (ts.isComputedPropertyName(node)) return [node.expression];
  if (ts.isElementAccessExpression(node)) return [node.argumentExpression];
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { expression, name } = node.expression;
  return COMPARING_METHODS.test(name.text) ? [expression, ...node.arguments] : [];
}
