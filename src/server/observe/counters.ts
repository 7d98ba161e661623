import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/**
 * Counts of this process since its start. Gauges of the whole server come from the database
 * (gauges.ts).
 */
export const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Counter({ name, help, labelNames, registers: [processRegistry] });

export const requestCounter = counter('matinee_requests_total', 'Requests served', [
  'service',
  'method',
  'route',
  'status',
]);
export const paymentOutcomes = counter(
  'matinee_payment_outcomes_total',
  'Outcomes of payment events',
  ['source', 'outcome'],
);
export const paidAmounts = counter(
  'matinee_takings_total',
  'Payments for tickets and fees, in units of their currency',
  ['currency'],
);
export const codesSent = counter('matinee_otp_sent_total', 'One-time codes sent', ['kind']);
export const codesVerified = counter(
  'matinee_otp_verified_total',
  'One-time codes entered correctly',
  ['kind'],
);
export const codesRefused = counter(
  'matinee_otp_refused_total',
  'One-time codes refused by a limit',
  ['kind', 'reason'],
);
export const messagesAllowed = counter(
  'matinee_messages_total',
  'Messages sent within their budget',
  ['channel', 'kind'],
);
export const messagesHeld = counter(
  'matinee_messages_held_total',
  'Messages over their budget: refused, or held back until later',
  ['channel', 'kind', 'reason'],
);
export const playsStarted = counter('matinee_plays_total', 'Films opened in the player', []);
export const scriptErrors = counter(
  'matinee_client_errors_total',
  'Script errors that browsers reported',
  ['page'],
);

export const requestDurations = new Histogram({
  name: 'matinee_request_seconds',
  help: 'Duration of a request',
  labelNames: ['service', 'route'],
  registers: [processRegistry],
});
export const databaseSeconds = new Histogram({
  name: 'matinee_database_seconds',
  help: 'Duration of one statement on PostgreSQL',
  buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  registers: [processRegistry],
});
