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
  missingRequirement,
} from '../support/failover/cluster.ts';
import { runFailovers, FAULT_NAMES, formatTable } from '../support/failover/failovers.ts';
import { PROJECT } from '../support/project.ts';
import { aStressEnvironment, type StressEnvironment } from '../support/stress/environment.ts';

const reason = missingRequirement();

describe('the templates for high availability', () => {
  const names = readdirSync(join(PROJECT, TEMPLATES));

  test('are all mentioned in the guide', () => {
    const guide = readFileSync(join(PROJECT, 'docs/high-availability.md'), 'utf8');
    expect(names.filter((name) => !guide.includes(name))).toEqual([]);
  });

  test('contain exactly the placeholders of values.sed', () => {
    const placeholdersIn = (text: string) => new Set(text.match(/@[A-Z_0-9]+@/g));
    const used = names
      .filter((name) => name !== 'values.sed')
      .flatMap((name) => [...placeholdersIn(template(name))]);
    expect(new Set(used)).toEqual(placeholdersIn(template('values.sed')));
  });

  test.skipIf(reason)('for HAProxy passes the check of HAProxy', { tags: ['deep'] }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'matinee-templates-'));
    const config = join(folder, 'haproxy.cfg');
    writeFileSync(
      config,
      execFileSync('sed', ['-f', 'values.sed', 'haproxy.cfg'], { cwd: join(PROJECT, TEMPLATES) }),
    );
    execFileSync('haproxy', ['-c', '-f', config]);
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(reason)(
  reason ? `a failover (left out: ${reason})` : 'a cinema on a highly available PostgreSQL',
  () => {
    let cluster: HighlyAvailableCluster;
    let environment: StressEnvironment<HighlyAvailableCluster>;
    beforeAll(async () => {
      cluster = await aHighlyAvailableCluster();
      environment = await aStressEnvironment(cluster);
    }, 180_000);
    afterAll(() => (environment ?? cluster)?.drop(), 60_000);

    test(
      'loses nothing acknowledged, refuses only with 503, and recovers if a machine is killed, frozen or disconnected',
      { tags: ['deep', 'release'], timeout: 600_000 },
      async () => {
        const outcome = await runFailovers(environment, {
          count: FAULT_NAMES.length,
          viewers: 8,
          faults: FAULT_NAMES,
        });
        process.stdout.write(`\n${formatTable(outcome.faults)}\n`);
        expect(outcome.violations).toEqual([]);
        expect(
          outcome.records.orders.filter((each) => each.payment_status === 'PAID').length,
        ).toBeGreaterThan(10);
      },
    );
  },
);
