import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../support/project.ts';
import { sourceFiles } from '../support/source.ts';

const page = readFileSync(join(PROJECT, 'docs/given.md'), 'utf8');
/** The text below each heading `## 2. Screens` or `## api.md`, by `2` or `api.md`. */
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [/^(\d+|\S+\.md)/.exec(section)![1]!, section]),
);

interface Citation {
  path: string;
  section: string;
  /** Words of the section, quoted in the comment; empty without them. */
  words: string;
}

const files = ['src', 'scripts', 'tests'].flatMap((folder) =>
  sourceFiles(`${folder}/**/*.{ts,tsx,astro,js,mjs}`),
);
const citations: Citation[] = files
  .filter(({ path }) => path !== 'tests/unit/given.test.ts')
  .flatMap(({ path, text }) =>
    [...text.matchAll(/\b[Ss]pec §.*|\b(?:api|look)\.md\b.*/g)].flatMap(([line]) =>
      [...line.matchAll(/(?:§|\b(?=(?:api|look)\.md))(\d+|\S+?\.md)(?:,? "([^"]+)")?/g)].map(
        ([, section, words = '']) => ({ path, section: section!, words }),
      ),
    ),
  );

test('comments cite sections of docs/given.md, and words that these sections have', () => {
  expect(citations.length).toBeGreaterThan(150);
  expect(citations.filter(({ section, words }) => !sections.get(section)?.includes(words))).toEqual(
    [],
  );
});
