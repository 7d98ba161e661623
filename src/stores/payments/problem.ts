import { paymentMessages as text } from '#messages/payments.ts';

/** Why nothing was paid: a code with a text of paymentMessages, or a sentence of the server. */
export type PaymentProblem =
  | 'contactAdministrator'
  | 'failed'
  | 'notSetUp'
  | 'orderFailed'
  | 'returnedByProvider'
  | { sentence: string }
  | null;

export const problemOf = (sentence: string): PaymentProblem => (sentence ? { sentence } : null);

/** Empty without a problem. */
export const problemText = (problem: PaymentProblem): string =>
  typeof problem === 'string' ? text[problem] : (problem?.sentence ?? '');

const NOTES: Partial<Record<string, string>> = {
  failed: text.failedNote,
  contactAdministrator: text.contactAdministratorNote,
};

export const problemNote = (problem: PaymentProblem): string | undefined =>
  typeof problem === 'string' ? NOTES[problem] : undefined;
