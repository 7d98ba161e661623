import { paymentCheckMessages } from '../payment-check.ts';
import { paymentMessages } from '../payments.ts';
import { submissionFeeMessages } from '../submission-fee.ts';
import { submissionMessages } from '../submission.ts';
import { asGiven } from './as-given.ts';

/** The sentences of the refusals of payments and fees. */
export const paymentsSentences = {
  certificate_away: 'Please send it again later',
  event_too_large: 'Too large',
  fee_changed: submissionFeeMessages.otherAmount,
  fee_held: submissionFeeMessages.held,
  fee_not_found: submissionFeeMessages.notFound,
  fee_not_paid: submissionMessages.methodRequired,
  fee_paid: submissionFeeMessages.unusedPaid,
  fee_pending: submissionFeeMessages.pending,
  fee_too_small: submissionFeeMessages.tooSmall,
  fee_used: submissionFeeMessages.used,
  instrument_declined: asGiven,
  malformed_event: 'The body is not a valid event',
  not_refundable: asGiven,
  payment_not_proven: asGiven,
  payment_refused: paymentMessages.failed,
  payments_not_set_up: paymentMessages.notSetUp,
  paypal_abroad_only: 'PayPal is for buyers outside India. Pay by card or UPI instead.',
  provider_away:
    'The payment service is not responding. Nothing was charged. Try again in a moment.',
  provider_silent: paymentCheckMessages.providerSilent,
  signature_invalid: 'The signature does not match',
} as const;
