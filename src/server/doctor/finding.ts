import type { ProviderName } from '#contract/payments.ts';
import type { Deps } from '../deps.ts';
import type { ProviderApi } from '../ports/payments/provider.ts';

/** `well`: no problem. `look`: a warning. `ill`: a problem that viewers notice now or soon. */
export interface Finding {
  state: 'well' | 'look' | 'ill';
  /** `database`, `razorpay` … */
  subject: string;
  says: string;
  remedy?: string;
}

export interface CheckContext extends Pick<Deps, 'db' | 'config' | 'now' | 'backups'> {
  payments: { [Name in ProviderName]?: ProviderApi | null };
  fetch: typeof globalThis.fetch;
}

/** Without a subject, it is the name of the check. */
export type Outcome = Omit<Finding, 'subject'> & Partial<Finding>;
export type Check = (context: CheckContext) => Promise<Outcome[]>;

export const healthy = (says: string): Outcome[] => [{ state: 'well', says }];
export const warning = (says: string, remedy: string): Outcome[] => [{ state: 'look', says, remedy }];
export const problem = (says: string, remedy: string): Outcome[] => [{ state: 'ill', says, remedy }];
