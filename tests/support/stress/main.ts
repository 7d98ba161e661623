/** `npm run test:siege -- --minutes 10`: a mixed load on a house whose parts fail in turn. Ends with 1 when a law was broken. */
import { parseArgs } from 'node:util';
import { aCluster, hasCluster } from './cluster.ts';
import { reportOf } from './report.ts';
import { besiege } from './siege.ts';
import { aTown } from './town.ts';

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

if (!hasCluster) {
  console.error('The siege needs the PostgreSQL of Debian (apt-get install postgresql).');
  process.exit(1);
}
const town = await aTown(await aCluster());
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void town.drop().finally(() => process.exit(1)));
try {
  const outcome = await besiege(town, {
    seconds: Number(values.minutes) * 60,
    viewers: Number(values.viewers),
    awaySeconds: Number(values.away),
    calmSeconds: Number(values.calm),
    only: values.only,
    isHurried: values.hurried,
    say: (line) => console.log(line),
  });
  console.log(`\n${reportOf(outcome)}`);
  process.exitCode = outcome.broken.length ? 1 : 0;
} finally {
  await town.drop();
}
