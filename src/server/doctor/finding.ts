import type { Deps } from '../deps.ts';

/** `well`: no problem. `look`: a warning. `ill`: a problem that viewers notice now or soon. */
export interface Finding {
  state: 'well' | 'look' | 'ill';
  /** `database`, `razorpay` … */
  subject: string;
  says: string;
  remedy?: string;
}

export interface CheckContext extends Pick<Deps, 'db' | 'config' | 'now' | 'payments' | 'backups'> {
  fetch: typeof globalThis.fetch;
}

export type Check = (context: CheckContext) => Promise<Finding[]>;

export const healthy = (subject: string, says: string): Finding[] => [{ state: 'well', subject, says }];
export const warning = (subject: string, says: string, remedy: string): Finding[] => [
  { state: 'look', subject, says, remedy },
];
export const problem = (subject: string, says: string, remedy: string): Finding[] => [
  { state: 'ill', subject, says, remedy },
];
