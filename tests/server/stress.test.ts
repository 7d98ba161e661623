import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aPostgresCluster,
  type PostgresCluster,
  isPostgresInstalled,
} from '../support/stress/postgres-cluster.ts';
import { formatReport } from '../support/stress/report.ts';
import { runStressTest } from '../support/stress/stress-test.ts';
import { aStressEnvironment, type StressEnvironment } from '../support/stress/environment.ts';

// Runs once, with the tests on PostgreSQL, because it starts its own PostgreSQL. `npm run test:stress` lasts ten minutes.
const isEnabled = Boolean(process.env['TEST_DATABASE_URL'] && isPostgresInstalled);
const NEEDS = 'needs an installed PostgreSQL and TEST_DATABASE_URL';

describe.skipIf(!isEnabled)(
  isEnabled ? 'a server whose parts fail in turn' : `the stress test (skipped: ${NEEDS})`,
  () => {
    let environment: StressEnvironment<PostgresCluster>;
    beforeAll(async () => {
      environment = await aStressEnvironment(await aPostgresCluster());
    }, 120_000);
    afterAll(() => environment?.drop());

    test(
      'neither loses nor duplicates tickets, fails only calls that need the failed part, and recovers by itself',
      { tags: ['deep'] },
      async () => {
        const outcome = await runStressTest(environment, {
          seconds: 60,
          viewers: 16,
          faultSeconds: 1.5,
          pauseSeconds: 1.5,
          skipsMailDelay: true,
        });
        process.stdout.write(`\n${formatReport(outcome)}\n`);
        expect(outcome.violations).toEqual([]);
        // The load reached every kind of call.
        for (const kind of ['list', 'login', 'report razorpay', 'segment'])
          expect(
            outcome.calls.filter((call) => call.kind === kind && call.status === 200).length,
            kind,
          ).toBeGreaterThan(5);
      },
    );
  },
);
