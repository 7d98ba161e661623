/**
 * open: waits for an answer. under_review: answered, and not decided. lost: the provider took the
 * money back. closed: ended without either.
 */
export const DISPUTE_STATES = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** Of disputes that are not decided. */
export const UNDECIDED_STATES = ['open', 'under_review'] as const satisfies readonly DisputeState[];

const DISPUTE_PHASES = [
  'fraud',
  'retrieval',
  'inquiry',
  'chargeback',
  'pre_arbitration',
  'arbitration',
] as const;
export type DisputePhase = (typeof DISPUTE_PHASES)[number];

/** Razorpay's phase or PayPal's stage, `CHARGEBACK`; null if it is another word. */
export function toDisputePhase(word: string | null): DisputePhase | null {
  const code = word?.toLowerCase();
  return DISPUTE_PHASES.find((phase) => phase === code) ?? null;
}
