import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pick } from '../pick.ts';

/** The parts of `node --cpu-prof` that are read here. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  timeDeltas: number[];
}

/** The process waits for requests. */
const WAITING = ['(idle)', '(program)', '(root)'];

/**
 * The package of `node_modules`, the folder of the project, or the part of Node to which a function
 * belongs.
 */
function partOf(
  { functionName, url }: CpuProfile['nodes'][number]['callFrame'],
  projectDir: string,
): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name) return `package ${name}`;
  if (url.startsWith('file:')) {
    const [root, ...folders] = fileURLToPath(url).slice(projectDir.length).split('/');
    return `project ${[root, ...folders].slice(0, 3).join('/')}`;
  }
  if (!url) return `Node, native ${functionName}`;
  if (url.startsWith('node:internal/modules')) return 'start: loading modules';
  if (url.startsWith('wasm:')) return 'WebAssembly';
  const [, module] = /^node:(?:internal\/)?([^/]+)/.exec(url) ?? [];
  return `Node, ${module ?? url}`;
}

/**
 * The share of each part in the processor time of the JavaScript thread, in per cent, largest
 * first.
 */
function readProfile(folder: string, projectDir: string): [part: string, percent: number][] {
  const microseconds = new Map<string, number>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
    const { nodes, samples, timeDeltas } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    ) as CpuProfile;
    const parts = new Map(
      nodes
        .filter(({ callFrame }) => !WAITING.includes(callFrame.functionName))
        .map(({ id, callFrame }) => [id, partOf(callFrame, projectDir)]),
    );
    samples.forEach((id, at) => {
      const part = parts.get(id);
      if (part === undefined) return;
      microseconds.set(part, (microseconds.get(part) ?? 0) + pick(timeDeltas, at));
    });
  }
  const total = [...microseconds.values()].reduce((sum, each) => sum + each, 0);
  return [...microseconds]
    .map(([part, each]): [string, number] => [part, (100 * each) / total])
    .toSorted(([, a], [, b]) => b - a);
}

const MIN_PERCENT = 1;

export function printProfile(folder: string, projectDir: string) {
  for (const [part, percent] of readProfile(folder, projectDir).filter(
    ([, each]) => each >= MIN_PERCENT,
  ))
    console.log(`  ${percent.toFixed(1).padStart(5)} %  ${part}`);
}
