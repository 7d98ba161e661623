/** `npm run test:failover -- --count 20`: the primary fails in turn while viewers buy and watch. Ends with 1 when a law was broken. */
import { parseArgs } from 'node:util';
import { reportOf } from '../siege/report.ts';
import { aTown, type Town } from '../siege/town.ts';
import { aHighlyAvailableCluster, type HighlyAvailableCluster, whyNoCluster } from './cluster.ts';
import { failOver, FAULT_NAMES, tableOf } from './failovers.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    viewers: { type: 'string', default: '12' },
    // Which faults, as a pattern of their names.
    only: { type: 'string', default: 'primary (killed|frozen|cut off)' },
    logs: { type: 'string' },
  },
});

const reason = whyNoCluster();
if (reason) {
  console.error(`A failover ${reason}.`);
  process.exit(1);
}
const cluster = await aHighlyAvailableCluster({ logs: values.logs });
let town: Town<HighlyAvailableCluster> | undefined;
const drop = () => (town ?? cluster).drop();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void drop().finally(() => process.exit(1)));
try {
  town = await aTown(cluster);
  const outcome = await failOver(town, {
    count: Number(values.count),
    viewers: Number(values.viewers),
    faults: FAULT_NAMES.filter((each) => new RegExp(values.only).test(each)),
    say: (line) => console.log(line),
  });
  console.log(`\n${tableOf(outcome.faults)}\n\n${reportOf(outcome)}`);
  process.exitCode = outcome.broken.length ? 1 : 0;
} finally {
  await drop();
}
