import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { PROJECT } from './project.ts';

export interface SourceFile {
  /** Relative to the project folder: `src/domain/slug.ts`. */
  path: string;
  text: string;
  /** The whole file, or for an .astro page the frontmatter and each script. */
  scripts: ts.SourceFile[];
}

export interface Import {
  from: string;
  isTypeOnly: boolean;
  isLazy: boolean;
}

export const sourceFiles = (pattern: string): SourceFile[] =>
  globSync(pattern, { cwd: PROJECT })
    .sort()
    .map((path) => parseSource(path, readFileSync(join(PROJECT, path), 'utf8')));

export function parseSource(path: string, text: string): SourceFile {
  const parts = path.endsWith('.astro') ? astroScripts(text) : [text];
  const kind = path.endsWith('.tsx')
    ? ts.ScriptKind.TSX
    : path.endsWith('.js') || path.endsWith('.mjs')
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS;
  let scripts: ts.SourceFile[] | undefined;
  return {
    path,
    text,
    get scripts() {
      return (scripts ??= parts.map((part) =>
        ts.createSourceFile(path, part, ts.ScriptTarget.Latest, true, kind),
      ));
    },
  };
}

const astroScripts = (text: string) => [
  /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '',
  ...[...text.matchAll(/<script(?![^>]*\btype=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => code!,
  ),
];

const importCache = new WeakMap<SourceFile, Import[]>();

export function importsOf(file: SourceFile): Import[] {
  const imports = importCache.get(file) ?? readImports(file);
  importCache.set(file, imports);
  return imports;
}

function readImports({ scripts }: SourceFile): Import[] {
  const found: Import[] = [];
  for (const script of scripts) {
    visitNodes(script, (node) => {
      if (ts.isImportDeclaration(node))
        found.push({
          from: (node.moduleSpecifier as ts.StringLiteral).text,
          isTypeOnly: isTypeOnly(node),
          isLazy: false,
        });
      else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
        found.push({
          from: (node.moduleSpecifier as ts.StringLiteral).text,
          isTypeOnly: node.isTypeOnly,
          isLazy: false,
        });
      else if (
        ts.isCallExpression(node) &&
        node.expression.kind === ts.SyntaxKind.ImportKeyword &&
        ts.isStringLiteralLike(node.arguments[0]!)
      )
        found.push({ from: node.arguments[0].text, isTypeOnly: false, isLazy: true });
    });
  }
  return found;
}

function isTypeOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = importClause.namedBindings;
  return (
    !importClause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

/** Identifiers in the code, without comments and strings. */
export function identifiersOf({ scripts }: SourceFile): Set<string> {
  const names = new Set<string>();
  for (const script of scripts)
    visitNodes(script, (node) => ts.isIdentifier(node) && names.add(node.text));
  return names;
}

export function visitNodes(node: ts.Node, visit: (node: ts.Node) => unknown): void {
  visit(node);
  ts.forEachChild(node, (child) => visitNodes(child, visit));
}

/** `src/a.ts:12` */
export const locationOf = (file: SourceFile, node: ts.Node) =>
  `${file.path}:${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`;

/** `text` of `text.modes['UPI']` and of `text.plays(3)`. */
export function leftmost(node: ts.Node): string | undefined {
  if (ts.isIdentifier(node)) return node.text;
  return ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node)
    ? leftmost(node.expression)
    : undefined;
}

/** Names that have messages: imports, and constants made of them. */
export function importedMessages(script: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  visitNodes(script, (node) => {
    if (ts.isImportDeclaration(node) && isOfMessages(node))
      namesIn(node.importClause?.namedBindings).forEach((name) => names.add(name));
    if (
      ts.isVariableDeclaration(node) &&
      node.initializer &&
      names.has(leftmost(node.initializer) ?? '')
    )
      namesIn(node.name).forEach((name) => names.add(name));
  });
  return names;
}

const isOfMessages = ({ moduleSpecifier }: ts.ImportDeclaration) =>
  (moduleSpecifier as ts.StringLiteral).text.startsWith('#messages/');

function namesIn(node: ts.Node | undefined): string[] {
  if (!node) return [];
  if (ts.isIdentifier(node)) return [node.text];
  const elements = ts.isNamedImports(node) || ts.isObjectBindingPattern(node) ? node.elements : [];
  return elements.flatMap(({ name }) => namesIn(name));
}
