import ts from 'typescript';
import { expect, test } from 'vitest';
import { locationOf, sourceFiles, visitNodes } from '../support/source.ts';

/** A label of one or two words may mean another thing on another screen, and be translated otherwise. */
const WORDS_OF_A_SENTENCE = 4;

test('each sentence stands in one file of messages', () => {
  const places = new Map<string, string[]>();
  for (const file of sourceFiles('src/messages/*.ts'))
    visitNodes(file.scripts[0]!, (node) => {
      if (!isSentence(node)) return;
      places.set(node.text, [...(places.get(node.text) ?? []), locationOf(file, node)]);
    });
  const repeated = [...places].filter(([, files]) => files.length > 1);
  expect(repeated.map(([text, files]) => `${text}: ${files.join(', ')}`)).toEqual([]);
});

const isSentence = (node: ts.Node): node is ts.StringLiteralLike =>
  ts.isStringLiteralLike(node) &&
  !ts.isImportDeclaration(node.parent) &&
  node.text.trim().split(' ').length >= WORDS_OF_A_SENTENCE;
