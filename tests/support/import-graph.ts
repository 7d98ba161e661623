import { posix } from 'node:path';
import { importsOf, type SourceFile } from './source.ts';

/** A node is a group of files. An edge leads from the importing group to the imported one. */
export type Graph = Map<string, Set<string>>;

export const isLocalImport = (specifier: string) =>
  specifier.startsWith('#') || specifier.startsWith('.');
/** `#domain/slug.ts` and `../domain/slug.ts` → `src/domain/slug.ts`; without `?raw`. */
export const importedPath = ({ path }: SourceFile, specifier: string) =>
  (specifier.startsWith('#')
    ? `src/${specifier.slice(1)}`
    : posix.join(posix.dirname(path), specifier)
  ).replace(/\?\w+$/, '');

/** Returns the imports between groups of files, types included. Files whose group is null are left out. */
export function importGraph(files: SourceFile[], groupOf: (path: string) => string | null): Graph {
  const graph: Graph = new Map();
  for (const file of files) {
    const group = groupOf(file.path);
    if (group === null) continue;
    const imported = graph.get(group) ?? new Set();
    graph.set(group, imported);
    for (const { from: specifier } of importsOf(file)) {
      const importedGroup = isLocalImport(specifier)
        ? groupOf(importedPath(file, specifier))
        : null;
      if (importedGroup !== null && importedGroup !== group) imported.add(importedGroup);
    }
  }
  return graph;
}

/** Returns the sets of nodes that reach each other (strongly connected components with an edge). */
export function findCycles(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  for (const node of graph.keys()) {
    if (done.has(node)) continue;
    const cycle = [...reachableFrom(graph, node)]
      .filter((other) => reachableFrom(graph, other).has(node))
      .sort();
    cycle.forEach((each) => done.add(each));
    if (cycle.length) cycles.push(cycle);
  }
  return cycles;
}

/** Returns the nodes at the end of one edge or more. */
function reachableFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    waiting.push(...(graph.get(node) ?? []));
  }
  return reached;
}

/** Leaves out each edge that a longer path replaces. The graph must have no cycle. */
export function transitiveReduction(graph: Graph): Graph {
  const isShortcut = (imported: Set<string>, to: string) =>
    [...imported].some((other) => other !== to && reachableFrom(graph, other).has(to));
  return new Map(
    [...graph].map(([importer, imported]) => [
      importer,
      new Set([...imported].filter((to) => !isShortcut(imported, to))),
    ]),
  );
}
