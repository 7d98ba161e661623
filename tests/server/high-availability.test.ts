import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aHighlyAvailableCluster,
  type HighlyAvailableCluster,
  template,
  TEMPLATES,
  whyNoCluster,
} from '../support/failover/cluster.ts';
import { failOver, FAULT_NAMES, tableOf } from '../support/failover/failovers.ts';
import { PROJECT } from '../support/project.ts';
import { aTown, type Town } from '../support/siege/town.ts';

const reason = whyNoCluster();

describe('the templates for high availability', () => {
  const names = readdirSync(join(PROJECT, TEMPLATES));

  test('are all named in the guide', () => {
    const guide = readFileSync(join(PROJECT, 'docs/high-availability.md'), 'utf8');
    expect(names.filter((name) => !guide.includes(name))).toEqual([]);
  });

  test('leave open what values.sed fills in, and nothing else', () => {
    const marksOf = (text: string) => new Set(text.match(/@[A-Z_0-9]+@/g));
    const open = names.filter((name) => name !== 'values.sed').flatMap((name) => [...marksOf(template(name))]);
    expect(new Set(open)).toEqual(marksOf(template('values.sed')));
  });

  test.skipIf(reason)('for HAProxy is accepted by HAProxy', { tags: ['deep'] }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'matinee-templates-'));
    const config = join(folder, 'haproxy.cfg');
    // As the guide says it.
    writeFileSync(config, execFileSync('sed', ['-f', 'values.sed', 'haproxy.cfg'], { cwd: join(PROJECT, TEMPLATES) }));
    execFileSync('haproxy', ['-c', '-f', config]);
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(reason)(
  reason ? `a failover (left out: ${reason})` : 'a cinema on a highly available PostgreSQL',
  () => {
    let cluster: HighlyAvailableCluster;
    let town: Town<HighlyAvailableCluster>;
    beforeAll(async () => {
      cluster = await aHighlyAvailableCluster();
      town = await aTown(cluster);
    }, 180_000);
    afterAll(() => (town ?? cluster)?.drop(), 60_000);

    test(
      'loses nothing that it acknowledged, refuses with 503 alone, and recovers by itself when a machine is killed, frozen or cut off',
      { tags: ['deep', 'release'], timeout: 600_000 },
      async () => {
        const outcome = await failOver(town, { count: FAULT_NAMES.length, viewers: 8, faults: FAULT_NAMES });
        process.stdout.write(`\n${tableOf(outcome.faults)}\n`);
        expect(outcome.broken).toEqual([]);
        expect(outcome.books.orders.filter((each) => each.payment_status === 'PAID').length).toBeGreaterThan(10);
      },
    );
  },
);
