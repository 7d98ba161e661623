import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMPATIBLE_SINCE } from '#server/db/compatible-since.ts';
import { MIGRATIONS } from '#server/db/database.ts';
import { SCHEMA, whyTooNew } from '#server/db/schema-check.ts';
import { PROJECT } from '../support/project.ts';

const listed = Object.entries(COMPATIBLE_SINCE);

describe('The list of compatible schemas', () => {
  test('names each migration, in their order', () => {
    const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'));
    expect(listed.map(([name]) => name)).toEqual(journal.entries.map(({ tag }: { tag: string }) => tag));
  });

  test('names a schema that exists by then, and never an older one than the line before', () => {
    const wrong = listed.filter(([, since], index) => since > index + 1 || since < (listed[index - 1]?.[1] ?? 1));
    expect(wrong).toEqual([]);
  });
});

describe('The changelog', () => {
  const releases = readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const { number, compatibleSince } = SCHEMA;

  test('says for each release which schema it has, and which releases may run on it', () => {
    const silent = releases.filter(
      (text) => !/^Schema \d+\. (Releases with schema \d+ or newer may|No older release may)/m.test(text),
    );
    expect(silent.map((text) => text.split('\n')[0])).toEqual([]);
  });

  test('names the schema of this code', () => {
    const promised =
      compatibleSince < number ? `Releases with schema ${compatibleSince} or newer may` : 'No older release';
    expect(releases[0]).toContain(`\nSchema ${number}. ${promised}`);
  });
});

describe('A release may use tables', () => {
  const release = { number: 12, compatibleSince: 11 };
  const why = (number: number, compatibleSince: number) => whyTooNew('database', { number, compatibleSince }, release);

  test('of its own schema, of an older one, and of a newer one that is compatible since its own', () => {
    expect([why(12, 12), why(3, 3), why(13, 12), why(20, 9)]).toEqual([null, null, null, null]);
  });

  test('of no other, and the sentence says what to do', () => {
    expect(why(14, 13)).toBe(
      'This database has schema 14, which needs a release with schema 13 or newer; this release has schema 12. Start the newer release, or restore the backup that was made before the upgrade (docs/upgrade.md).',
    );
  });
});
