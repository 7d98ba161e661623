/**
 * `npm run test:stress -- --minutes 10`: mixed load while the parts of the server fail in turn. Exits with 1 if an invariant is
 * violated.
 */
import { parseArgs } from 'node:util';
import { aPostgresCluster, isPostgresInstalled } from './postgres-cluster.ts';
import { formatReport } from './report.ts';
import { runStressTest } from './stress-test.ts';
import { aStressEnvironment } from './environment.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    viewers: { type: 'string', default: '24' },
    away: { type: 'string', default: '8' },
    calm: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
    hurried: { type: 'boolean', default: false },
  },
});

if (!isPostgresInstalled) {
  console.error('The stress test needs PostgreSQL: apt-get install postgresql');
  process.exit(1);
}
const environment = await aStressEnvironment(await aPostgresCluster());
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void environment.drop().finally(() => process.exit(1)));
try {
  const outcome = await runStressTest(environment, {
    seconds: Number(values.minutes) * 60,
    viewers: Number(values.viewers),
    faultSeconds: Number(values.away),
    pauseSeconds: Number(values.calm),
    nameFilter: values.only,
    skipsMailDelay: values.hurried,
    log: (line) => console.log(line),
  });
  console.log(`\n${formatReport(outcome)}`);
  process.exitCode = outcome.violations.length ? 1 : 0;
} finally {
  await environment.drop();
}
