import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

/** What this process has done since it began; what the house as a whole holds is asked of the database (gauges.ts). */
export const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
  new Counter({ name, help, labelNames, registers: [processRegistry] });

export const requests = counter('matinee_requests_total', 'Requests served', ['service', 'method', 'route', 'status']);
export const paymentOutcomes = counter('matinee_payment_outcomes_total', 'What became of payment news', [
  'source',
  'outcome',
]);
export const takings = counter('matinee_takings_total', 'Money that paid a ticket or a fee, in units of its currency', [
  'currency',
]);
export const codesSent = counter('matinee_otp_sent_total', 'One-time codes sent', ['kind']);
export const codesVerified = counter('matinee_otp_verified_total', 'One-time codes that came back right', ['kind']);
export const codesRefused = counter('matinee_otp_refused_total', 'One-time codes refused by a cap', ['kind', 'reason']);
export const playsStarted = counter('matinee_plays_total', 'Films opened in the player', []);
export const clientErrors = counter('matinee_client_errors_total', 'Faults that browsers reported', ['page']);

export const durations = new Histogram({
  name: 'matinee_request_seconds',
  help: 'Time to serve a request',
  labelNames: ['service', 'route'],
  registers: [processRegistry],
});
export const databaseSeconds = new Histogram({
  name: 'matinee_database_seconds',
  help: 'Time of one statement, on PostgreSQL',
  buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  registers: [processRegistry],
});
