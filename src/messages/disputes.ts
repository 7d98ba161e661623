/** Disputes, for the operator. */
export const disputeMessages = {
  states: {
    open: 'open',
    under_review: 'under review',
    won: 'won',
    lost: 'lost',
    closed: 'closed',
  },
  phases: {
    fraud: 'report of a fraud',
    retrieval: 'question of the bank',
    inquiry: 'question of the buyer',
    chargeback: 'chargeback',
    pre_arbitration: 'second chargeback (pre-arbitration)',
    arbitration: 'arbitration by the card network',
  },
  // What the operator does, at most 100 characters: a longer text is cut in the list.
  meanings: {
    fraud: 'The bank suspects fraud. Send the evidence, or a chargeback follows.',
    retrieval: 'No money has moved yet. Send the evidence, or a chargeback follows.',
    inquiry: 'No money has moved yet. Answer the buyer, or a chargeback follows.',
    chargeback: 'The payer wants the money back. Without evidence, the dispute is lost.',
    pre_arbitration: 'The bank rejects your evidence. Send more of it, or accept the loss.',
    arbitration: 'The card network decides. The loser usually pays its fee.',
    unknownPhase: 'The payer asks for the money. Without an answer, the dispute is lost.',
    under_review: 'Your answer was sent. The bank or PayPal decides: you need not do anything.',
    won: 'You keep the money.',
    lost: 'The bank took the money back. Nothing is refunded a second time.',
    closed: 'It ended without a decision. You keep the money.',
  },
  unknownPayment:
    'This payment is not of this cinema. Look for it in the dashboard of the provider.',
  none: 'There is no dispute.',
  noneUndecided: 'No dispute waits for an answer or a decision.',
  unknown: (dispute: string) => `There is no dispute "${dispute}".`,
} as const;
