/** `npm run architecture` draws the diagrams of imports in docs/architecture.md from the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importGraph, type Graph, transitiveReduction } from './import-graph.ts';
import { PROJECT } from './project.ts';
import { sourceFiles } from './source.ts';

const PAGE = join(PROJECT, 'docs/architecture.md');

const moduleOf = (path: string) =>
  path.startsWith('scripts/')
    ? 'scripts'
    : (/^src\/(\w+)(\.ts$|\/.*\.(ts|tsx|astro|js)$)/.exec(path)?.[1] ?? null);
const streamingDomainOf = (path: string) =>
  /^src\/server\/streaming\/(\w+)\//.exec(path)?.[1] ?? null;

/** Returns the page with diagrams of the current code. */
export function drawnPage(page: string): string {
  const files = [
    ...sourceFiles('src/**/*.{ts,tsx,astro,js}'),
    ...sourceFiles('scripts/**/*.ts'),
  ].filter(
    ({ path }) =>
      !path.startsWith('src/sandbox/browser/') &&
      path !== 'scripts/test.ts' &&
      path !== 'src/env.d.ts',
  );
  const diagrams = {
    modules: importGraph(files, moduleOf),
    domains: importGraph(files, streamingDomainOf),
  };
  return Object.entries(diagrams).reduce((text, [name, graph]) => {
    const place = new RegExp(`(<!-- diagram: ${name} -->\n)[\\s\\S]*?(<!-- end of diagram -->)`);
    if (!place.test(text)) throw new Error(`${PAGE} has no place for the diagram "${name}"`);
    return text.replace(
      place,
      (_, start: string, end: string) => `${start}${mermaid(transitiveReduction(graph))}\n${end}`,
    );
  }, page);
}

const mermaid = (graph: Graph) =>
  ['```mermaid', 'flowchart TD', ...nodesWithoutEdge(graph), ...edgesOf(graph), '```'].join('\n');

const edgesOf = (graph: Graph) =>
  [...graph].flatMap(([from, imported]) => [...imported].map((to) => `  ${from} --> ${to}`)).sort();

function nodesWithoutEdge(graph: Graph): string[] {
  const imported = new Set([...graph.values()].flatMap((each) => [...each]));
  return [...graph.keys()]
    .filter((node) => !graph.get(node)!.size && !imported.has(node))
    .map((node) => `  ${node}`);
}

export const readPage = () => readFileSync(PAGE, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, drawnPage(readPage()));
