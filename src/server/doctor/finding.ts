import type { Deps } from '../deps.ts';

/** well: as it should be. look: works, and should be looked at. ill: viewers notice, or will. */
export interface Finding {
  state: 'well' | 'look' | 'ill';
  /** What was looked at: `database`, `razorpay` … */
  subject: string;
  /** What was found, in a sentence. */
  says: string;
  /** What to do about it. */
  remedy?: string;
}

/** What a check may reach. */
export interface Patient extends Pick<Deps, 'db' | 'config' | 'now' | 'payments' | 'backups'> {
  /** Replaces the network, for tests. */
  fetch: typeof globalThis.fetch;
}

export type Check = (patient: Patient) => Promise<Finding[]>;

export const well = (subject: string, says: string): Finding[] => [{ state: 'well', subject, says }];
export const look = (subject: string, says: string, remedy: string): Finding[] => [
  { state: 'look', subject, says, remedy },
];
export const ill = (subject: string, says: string, remedy: string): Finding[] => [
  { state: 'ill', subject, says, remedy },
];
