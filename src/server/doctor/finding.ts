import type { ProviderName } from '#contract/payments.ts';
import type { Text } from '#domain/format/sentence.ts';
import { textBefore } from '#domain/text-before.ts';
import type { Deps } from '../deps.ts';
import type { ProviderApi } from '../ports/payments/provider.ts';

/** `warning`: the checked part still works. `problem`: viewers notice it now or soon. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem';
  /** `database`, `razorpay` … */
  subject: string;
  message: string;
  remedy?: Text;
}

export interface CheckContext extends Pick<Deps, 'db' | 'config' | 'now' | 'backups'> {
  payments: { [Name in ProviderName]?: ProviderApi | null };
  fetch: typeof globalThis.fetch;
}

/** The subject defaults to the name of the check. */
export type Outcome = Omit<Finding, 'subject'> & Partial<Finding>;
export type Check = (context: CheckContext) => Promise<Outcome[]>;

export const healthy = (message: string): Outcome[] => [{ state: 'ok', message }];
export const warning = (message: string, remedy: Text): Outcome[] => [
  { state: 'warning', message, remedy },
];
export const problem = (message: string, remedy: Text): Outcome[] => [
  { state: 'problem', message, remedy },
];

export const reasonOf = (error: Error): string =>
  textBefore((error.cause as Error | undefined)?.message ?? error.message, '\n');
