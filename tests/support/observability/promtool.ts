import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from '../project.ts';

export const RULES = join(PROJECT, 'scripts/observability/alerts.yml');
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** In promtool's notation: `0+60x10` starts at 0 and grows by 60 in each of ten minutes. */
export type Series = Record<string, string>;

/** Runs promtool with this file content. JSON is YAML. */
export function runPromtool(args: string[], content: object | string) {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-promtool-'));
  try {
    const file = join(folder, 'file.yml');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    const { status, stdout, stderr } = spawnSync('promtool', [...args, file], { encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const testRules = (tests: object[]) =>
  runPromtool(['test', 'rules'], { rule_files: [RULES], evaluation_interval: '5m', tests });

/** Names the alerts that fire at `at`, each with the instance that it names. */
export function firingAlerts(series: Series, at: string): string[] {
  // promtool prints what it got when it expected something else.
  const { output } = testRules([
    {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      promql_expr_test: [{ expr: 'ALERTS{alertstate="firing"}', eval_time: at, exp_samples: [] }],
    },
  ]);
  if (!/SUCCESS|got:/.test(output)) throw new Error(output);
  return [...output.matchAll(/\{__name__="ALERTS", (.*?)\}/g)]
    .flatMap(([, labels]) => {
      const name = /alertname="(\w+)"/.exec(labels!)?.[1];
      const instance = /instance="([^"]+)"/.exec(labels!)?.[1];
      return name ? [instance ? `${name} ${instance}` : name] : [];
    })
    .toSorted();
}
