import { renameSync } from 'node:fs';
import type { Call, Kind } from './calls.ts';
import type { PostgresCluster } from './postgres-cluster.ts';
import type { ProxyFault } from './faulty-proxy.ts';
import type { StressEnvironment } from './environment.ts';

/** A failure of one part. Only calls that need this part may fail. */
export interface Fault {
  name: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
  affects: (call: Call) => boolean;
}

const FROM_STORAGE: Kind[] = ['picture', 'segment'];

/** Every fault once, never two at the same time. */
export function faultsOf(environment: StressEnvironment<PostgresCluster>): Fault[] {
  return [
    killed(environment, 0),
    postgres(environment),
    provider(environment, 'razorpay', 'refuses'),
    terminated(environment, 1),
    storage(environment),
    provider(environment, 'mail', 'refuses'),
    provider(environment, 'razorpay', 'breaks'),
    provider(environment, 'sms', 'refuses'),
    killed(environment, 1),
    provider(environment, 'paypal', 'breaks'),
    provider(environment, 'razorpay', 'stalls'),
    provider(environment, 'mail', 'stalls'),
    provider(environment, 'sms', 'breaks'),
    provider(environment, 'paypal', 'stalls'),
    terminated(environment, 0),
  ];
}

const killed = ({ processes }: StressEnvironment, index: number): Fault => ({
  name: `kill -9 of process ${index + 1}`,
  begin: () => processes[index]!.kill(),
  end: () => processes[index]!.start(),
  affects: ({ process }) => process === index,
});

/** The process finishes its running requests. Only new connections are refused. */
const terminated = ({ processes }: StressEnvironment, index: number): Fault => ({
  name: `SIGTERM of process ${index + 1}`,
  async begin() {
    const { code } = await processes[index]!.stop();
    if (code !== 0)
      throw new Error(`Process ${index + 1} was asked to stop, but exited with ${code}`);
  },
  end: () => processes[index]!.start(),
  affects: ({ process, status }) => process === index && status === 0,
});

const postgres = ({ cluster }: StressEnvironment<PostgresCluster>): Fault => ({
  name: 'PostgreSQL crashes',
  begin: () => cluster.crash(),
  end: () => cluster.start(),
  // Other errors, such as 500, are violations.
  affects: ({ kind, code }) => !FROM_STORAGE.includes(kind) && code === 'database_away',
});

const storage = ({ mediaDir }: StressEnvironment): Fault => ({
  name: 'MEDIA_DIR is unavailable',
  begin: async () => renameSync(mediaDir, `${mediaDir}-unavailable`),
  end: async () => renameSync(`${mediaDir}-unavailable`, mediaDir),
  affects: ({ kind }) => FROM_STORAGE.includes(kind),
});

const CALLS_OF_PROVIDER: Record<keyof StressEnvironment['proxies'], Kind[]> = {
  razorpay: ['checkout razorpay', 'report razorpay'],
  paypal: ['checkout paypal', 'report paypal'],
  sms: ['code'],
  mail: [],
};

const provider = (
  { proxies }: StressEnvironment,
  name: keyof StressEnvironment['proxies'],
  proxyFault: ProxyFault,
): Fault => ({
  name: `${name} ${proxyFault}`,
  begin: () => proxies[name].startFault(proxyFault),
  end: () => proxies[name].endFault(),
  affects: ({ kind }) => CALLS_OF_PROVIDER[name].includes(kind),
});
