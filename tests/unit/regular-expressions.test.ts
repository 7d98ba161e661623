import { check } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourceFiles, visitNodes } from '../support/source.ts';

/** Files whose expressions read only what this project or its operator wrote, each with what that is. */
const OWN_INPUT: Record<string, string> = {
  'src/browsers/aspect-ratios.ts': 'our style sheets, in the browser',
  'src/browsers/flatten-layers.ts': 'our style sheets, in a build',
  'src/layouts/inline-scripts.ts': 'our scripts, in a build',
  'src/middleware.ts': 'pages that Astro rendered, in a build',
  'src/rebuild/check/html.ts': 'pages that Astro rendered, in a rebuild',
  'src/rebuild/check/links.ts': 'our style sheets, in a rebuild',
  'src/rebuild/check/weight.ts': 'our scripts, in a rebuild',
};
/** An expression without these repeats nothing without end. */
const REPETITION = /[*+]|\{\d+,\}/;
const TIMEOUT_MS = 60_000;

function expressionsOfSource(): Map<string, { source: string; flags: string; path: string }> {
  const found = new Map<string, { source: string; flags: string; path: string }>();
  for (const { path, scripts } of sourceFiles('src/**/*.{ts,tsx,js,astro}'))
    for (const script of scripts)
      visitNodes(script, (node) => {
        if (!ts.isRegularExpressionLiteral(node) || path in OWN_INPUT) return;
        const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
        if (REPETITION.test(source)) found.set(node.text, { source, flags, path });
      });
  return found;
}

test(
  'every regular expression that reads a stranger’s text needs linear time',
  { tags: ['deep'], timeout: 600_000 },
  async () => {
    const expressions = expressionsOfSource();
    expect(expressions.size).toBeGreaterThan(100);
    const slow: string[] = [];
    for (const [literal, { source, flags, path }] of expressions) {
      const { status } = await check(source, flags, { timeout: TIMEOUT_MS });
      if (status !== 'safe') slow.push(`${path} ${literal}: ${status}`);
    }
    expect(slow).toEqual([]);
  },
);
