import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMPATIBLE_SINCE } from '#server/db/compatible-since.ts';
import { MIGRATIONS_FOLDER } from '#server/db/database.ts';
import { SCHEMA, schemaTooNewReason } from '#server/db/schema-check.ts';
import { PROJECT } from '../support/project.ts';

const listed = Object.entries(COMPATIBLE_SINCE);

describe('The list of compatible schemas', () => {
  test('names each migration in order', () => {
    const journal = JSON.parse(readFileSync(join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'));
    expect(listed.map(([name]) => name)).toEqual(
      journal.entries.map(({ tag }: { tag: string }) => tag),
    );
  });

  test('names only existing schemas, and never an older one than the line before', () => {
    const wrong = listed.filter(
      ([, since], index) => since > index + 1 || since < (listed[index - 1]?.[1] ?? 1),
    );
    expect(wrong).toEqual([]);
  });
});

describe('The changelog', () => {
  const releases = readFileSync(join(PROJECT, 'CHANGELOG.md'), 'utf8').split(/^## /m).slice(1);
  const { number, compatibleSince } = SCHEMA;

  test('states the schema and the compatible releases of each release', () => {
    const incomplete = releases.filter(
      (text) =>
        !/^Schema \d+\. (Releases with schema \d+ or newer may|No older release may)/m.test(text),
    );
    expect(incomplete.map((text) => text.split('\n')[0])).toEqual([]);
  });

  test('names the schema of this code', () => {
    const compatibility =
      compatibleSince < number
        ? `Releases with schema ${compatibleSince} or newer may`
        : 'No older release';
    expect(releases[0]).toContain(`\nSchema ${number}. ${compatibility}`);
  });
});

describe('A release may use tables', () => {
  const release = { number: 12, compatibleSince: 11 };
  const reasonFor = (number: number, compatibleSince: number) =>
    schemaTooNewReason('database', { number, compatibleSince }, release);

  test('of its own schema, of an older one, and of a newer one that is compatible since its own', () => {
    expect([reasonFor(12, 12), reasonFor(3, 3), reasonFor(13, 12), reasonFor(20, 9)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('of no other schema, and the message says what to do', () => {
    expect(reasonFor(14, 13)).toBe(
      'This database has schema 14, which needs a release with schema 13 or newer; this release has schema 12. Start the newer release, or restore the backup that was made before the upgrade (docs/upgrade.md).',
    );
  });
});
