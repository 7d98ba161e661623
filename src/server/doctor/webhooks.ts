import { PROVIDER_NAMES } from '#contract/payments.ts';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import { PAYMENT_PROVIDER_SETUPS } from '#domain/payment-providers.ts';
import { PAYMENT_PROVIDERS } from '../ports/payments/providers.ts';
import { type Check, healthy, problem } from './finding.ts';
import { countPaymentsSince, findLastWebhookTime } from './queries.ts';

/** Chosen: one or two webhooks may be late; three in a row are not. */
const MIN_PAYMENTS = 3;
/**
 * A viewer may take this long to pay after the attempt began; the webhook follows within a minute.
 */
const MAX_DELAY_MS = 20 * MINUTE;
const PERIOD_MS = 7 * DAY;

/**
 * Without webhooks, the reports of browsers and the reconciler still confirm payments, but some
 * tickets are late.
 */
export const checkWebhooks: Check = async ({ db, now, payments }) => {
  const names = PROVIDER_NAMES.filter((name) => payments[name]);
  if (names.length === 0) return [];
  const findings = await Promise.all(
    names.map(async (name) => {
      const lastWebhookAt = await findLastWebhookTime(db, name);
      const periodStart = new Date(now().getTime() - PERIOD_MS);
      const from = lastWebhookAt && lastWebhookAt > periodStart ? lastWebhookAt : periodStart;
      const paymentCount = await countPaymentsSince(db, name, {
        from,
        to: new Date(now().getTime() - MAX_DELAY_MS),
      });
      if (paymentCount < MIN_PAYMENTS) return [];
      const { title } = PAYMENT_PROVIDER_SETUPS[name];
      const since = lastWebhookAt
        ? `No webhook of ${title} arrived since ${lastWebhookAt.toISOString()}`
        : `No webhook of ${title} ever arrived`;
      return problem(
        `${since}, while ${paymentCount} payments were confirmed by browsers or by asking ${title}: some tickets open late`,
        `Check the webhook in the dashboard of ${title}: its address, its secret, whether it was disabled after failures, and its events (${PAYMENT_PROVIDERS[name].webhookEvents.join(', ')}).`,
      );
    }),
  );
  const problems = findings.flat();
  return problems.length > 0 ? problems : healthy('Webhooks of the payment providers arrive');
};
