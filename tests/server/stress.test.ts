import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCluster, type Cluster, hasCluster } from '../support/siege/cluster.ts';
import { reportOf } from '../support/siege/report.ts';
import { besiege } from '../support/siege/siege.ts';
import { aTown, type Town } from '../support/siege/town.ts';

// Once is enough: it brings its own PostgreSQL, so it goes with the tests on one. `npm run test:siege` lasts ten minutes.
const isWanted = Boolean(process.env['TEST_DATABASE_URL'] && hasCluster);
const NEEDS = 'needs a PostgreSQL of this machine, and TEST_DATABASE_URL names none';

describe.skipIf(!isWanted)(isWanted ? 'a house whose parts fail in turn' : `a siege (left out: ${NEEDS})`, () => {
  let town: Town<Cluster>;
  beforeAll(async () => {
    town = await aTown(await aCluster());
  }, 120_000);
  afterAll(() => town?.drop());

  test(
    'loses no ticket and doubles none, fails only where the part is needed, and recovers by itself',
    { tags: ['deep'] },
    async () => {
      const outcome = await besiege(town, {
        seconds: 60,
        viewers: 16,
        awaySeconds: 1.5,
        calmSeconds: 1.5,
        isHurried: true,
      });
      process.stdout.write(`\n${reportOf(outcome)}\n`);
      expect(outcome.broken).toEqual([]);
      // Whether anything was tried at all.
      for (const kind of ['list', 'login', 'report razorpay', 'segment'])
        expect(outcome.calls.filter((call) => call.kind === kind && call.status === 200).length, kind).toBeGreaterThan(
          5,
        );
    },
  );
});
