import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { FORM_TESTS, PARTS_OF_FORMS } from '../support/forms.ts';
import { sourceFiles, visitNodes } from '../support/source.ts';

const FIELDS = [
  'form',
  'input',
  'textarea',
  'select',
  'Field',
  'TextArea',
  'Select',
  'StarRating',
  'Picker',
];

const isElement = (node: ts.Node): node is ts.JsxOpeningElement | ts.JsxSelfClosingElement =>
  ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);

/** The name of the top-level component of a file that draws the element. */
function componentOf(element: ts.Node): string {
  let statement = element;
  while (!ts.isSourceFile(statement.parent)) statement = statement.parent;
  if (ts.isFunctionDeclaration(statement)) return statement.name!.text;
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations[0]!.name.getText();
  throw new Error(`${element.getText()} is in no component`);
}

/** `reviews/ReviewForm.tsx#ReviewForm` of every component that draws a form or a field. */
function findForms(): string[] {
  const found = new Set<string>();
  for (const { path, scripts } of sourceFiles('src/islands/**/*.tsx'))
    for (const script of scripts)
      visitNodes(script, (node) => {
        if (isElement(node) && FIELDS.includes(node.tagName.getText()))
          found.add(`${path.replace('src/islands/', '')}#${componentOf(node)}`);
      });
  return [...found].toSorted();
}

test('every form and every field outside a form is in the list of forms', () => {
  expect([...Object.keys(FORM_TESTS), ...Object.keys(PARTS_OF_FORMS)].toSorted()).toEqual(
    findForms(),
  );
  for (const form of Object.values(PARTS_OF_FORMS)) expect(FORM_TESTS).toHaveProperty([form]);
});

test('pages and components without a script have no form', () => {
  for (const { path, text } of sourceFiles('src/{components,layouts,pages}/**/*.astro'))
    expect(text, path).not.toMatch(/<(form|input|textarea|select)\b/);
});

test.each(Object.entries(FORM_TESTS))(
  '%s has a browser test that fills it in and sends it',
  (_, tests) => {
    expect(tests.length).toBeGreaterThan(0);
    for (const { file, title } of tests)
      expect(readFileSync(new URL(`../e2e/${file}`, import.meta.url), 'utf8')).toContain(
        `'${title}'`,
      );
  },
);
