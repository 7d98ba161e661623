/**
 * `npm run test:failover -- --count 20`: the primary fails repeatedly while viewers buy and watch. Exits with 1 if an invariant
 * is violated.
 */
import { parseArgs } from 'node:util';
import { formatReport } from '../stress/report.ts';
import { aStressEnvironment, type StressEnvironment } from '../stress/environment.ts';
import {
  aHighlyAvailableCluster,
  type HighlyAvailableCluster,
  missingRequirement,
} from './cluster.ts';
import { runFailovers, FAULT_NAMES, formatTable } from './failovers.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    viewers: { type: 'string', default: '12' },
    only: { type: 'string', default: 'primary (killed|frozen|cut off)' },
    logs: { type: 'string' },
  },
});

const reason = missingRequirement();
if (reason) {
  console.error(`The failover test ${reason}.`);
  process.exit(1);
}
const cluster = await aHighlyAvailableCluster({ logs: values.logs });
let environment: StressEnvironment<HighlyAvailableCluster> | undefined;
const drop = () => (environment ?? cluster).drop();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void drop().finally(() => process.exit(1)));
try {
  environment = await aStressEnvironment(cluster);
  const outcome = await runFailovers(environment, {
    count: Number(values.count),
    viewers: Number(values.viewers),
    faults: FAULT_NAMES.filter((each) => new RegExp(values.only).test(each)),
    log: (line) => console.log(line),
  });
  console.log(`\n${formatTable(outcome.faults)}\n\n${formatReport(outcome)}`);
  process.exitCode = outcome.violations.length ? 1 : 0;
} finally {
  await drop();
}
