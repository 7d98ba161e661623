import { renameSync } from 'node:fs';
import type { Call, Kind } from './calls.ts';
import type { Cluster } from './cluster.ts';
import type { Fault as Way } from './door.ts';
import type { Town } from './town.ts';

/** A part that goes and comes back, and the calls that need it: no other call may notice. */
export interface Fault {
  name: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
  concerns: (call: Call) => boolean;
}

/** Answered without asking the database. */
const FROM_STORAGE: Kind[] = ['picture', 'segment'];

/** Every part once, none while another is away. */
export function faultsOf(town: Town<Cluster>): Fault[] {
  return [
    killed(town, 0),
    postgres(town),
    provider(town, 'razorpay', 'refuses'),
    told(town, 1),
    storage(town),
    provider(town, 'mail', 'refuses'),
    provider(town, 'razorpay', 'breaks'),
    provider(town, 'sms', 'refuses'),
    killed(town, 1),
    provider(town, 'paypal', 'breaks'),
    provider(town, 'razorpay', 'hangs'),
    provider(town, 'mail', 'hangs'),
    provider(town, 'sms', 'breaks'),
    provider(town, 'paypal', 'hangs'),
    told(town, 0),
  ];
}

const killed = ({ processes }: Town, index: number): Fault => ({
  name: `kill -9 of process ${index + 1}`,
  begin: () => processes[index]!.kill(),
  end: () => processes[index]!.start(),
  concerns: ({ process }) => process === index,
});

/** It must leave in good order: whoever it was serving gets an answer, so that nothing but new calls find nobody. */
const told = ({ processes }: Town, index: number): Fault => ({
  name: `SIGTERM of process ${index + 1}`,
  async begin() {
    const { code } = await processes[index]!.tell();
    if (code !== 0) throw new Error(`Process ${index + 1} was told to stop, and ended with ${code}`);
  },
  end: () => processes[index]!.start(),
  concerns: ({ process, status }) => process === index && status === 0,
});

const postgres = ({ cluster }: Town<Cluster>): Fault => ({
  name: 'PostgreSQL falls',
  begin: () => cluster.fall(),
  end: () => cluster.start(),
  // And it says so: no call ends as though the house itself were broken.
  concerns: ({ kind, code }) => !FROM_STORAGE.includes(kind) && code === 'database_away',
});

const storage = ({ mediaDir }: Town): Fault => ({
  name: 'MEDIA_DIR is away',
  begin: async () => renameSync(mediaDir, `${mediaDir}-away`),
  end: async () => renameSync(`${mediaDir}-away`, mediaDir),
  concerns: ({ kind }) => FROM_STORAGE.includes(kind),
});

const NEED: Record<keyof Town['doors'], Kind[]> = {
  razorpay: ['checkout razorpay', 'report razorpay'],
  paypal: ['checkout paypal', 'report paypal'],
  sms: ['code'],
  // Letters wait for their server; nobody waits for letters.
  mail: [],
};

const provider = ({ doors }: Town, name: keyof Town['doors'], way: Way): Fault => ({
  name: `${name} ${way}`,
  begin: () => doors[name].close(way),
  end: () => doors[name].open(),
  concerns: ({ kind }) => NEED[name].includes(kind),
});
