import { z } from 'zod';
import { HOUR } from '#domain/limits/durations.ts';
import { convertToCents, toDecimal } from '#domain/pricing.ts';
import { commonMessages } from '#messages/common.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import { requireSetting, withPrevious } from '../../config/read-setting.ts';
import { url } from '../../config/setting-types.ts';
import { createPaypal } from './paypal.ts';
import type { ProviderDefinition, SettingsContext } from './provider.ts';

const environment = {
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  PAYPAL_WEBHOOK_ID_PREVIOUS: z.string().optional(),
  PAYPAL_RUPEES_PER_DOLLAR: z.coerce.number().min(1).max(10_000).optional(),
  PAYPAL_URL: url.optional(),
  PAYPAL_SCRIPT_URL: url.optional(),
};

const SANDBOX_CREDENTIALS = {
  clientId: 'sandbox_paypal_client',
  clientSecret: 'sandbox_paypal_secret',
  webhookId: 'SBX4291016473214C',
};
/** Chosen: only for the sandbox; the operator sets the real rate. */
const SAMPLE_RUPEES_PER_DOLLAR = 88;
const CURRENCY = 'USD';
const INDIA = 'IN';

function readSettings(
  env: z.infer<z.ZodObject<typeof environment>>,
  { origin, isProduction }: SettingsContext,
) {
  const isSandbox = !env.PAYPAL_CLIENT_ID;
  if (isSandbox && isProduction) return null;
  const { webhookId, ...keys } = env.PAYPAL_CLIENT_ID
    ? {
        clientId: env.PAYPAL_CLIENT_ID,
        clientSecret: requireSetting(env, 'PAYPAL_CLIENT_SECRET', 'PAYPAL_CLIENT_ID'),
        webhookId: requireSetting(env, 'PAYPAL_WEBHOOK_ID', 'PAYPAL_CLIENT_ID'),
        rupeesPerDollar: requireSetting(env, 'PAYPAL_RUPEES_PER_DOLLAR', 'PAYPAL_CLIENT_ID'),
      }
    : {
        ...SANDBOX_CREDENTIALS,
        rupeesPerDollar: env.PAYPAL_RUPEES_PER_DOLLAR ?? SAMPLE_RUPEES_PER_DOLLAR,
      };
  const previousId = isSandbox ? undefined : env.PAYPAL_WEBHOOK_ID_PREVIOUS;
  const defaults = isSandbox
    ? {
        baseUrl: `${origin}/sandbox/paypal`,
        scriptUrl: `${origin}/sandbox/paypal/web-sdk/v6/core`,
        pageUrl: `${origin}/sandbox/paypal/checkoutnow`,
      }
    : {
        baseUrl: `https://api-m.${isProduction ? '' : 'sandbox.'}paypal.com`,
        scriptUrl: `https://www.${isProduction ? '' : 'sandbox.'}paypal.com/web-sdk/v6/core`,
        pageUrl: `https://www.${isProduction ? '' : 'sandbox.'}paypal.com/checkoutnow`,
      };
  return {
    ...keys,
    baseUrl: env.PAYPAL_URL ?? defaults.baseUrl,
    /** URL of the browser SDK. */
    scriptUrl: env.PAYPAL_SCRIPT_URL ?? defaults.scriptUrl,
    /** Where the payer approves an order without the browser SDK. */
    pageUrl: defaults.pageUrl,
    /** The current id, then the previous one if it is set. */
    webhookIds: withPrevious(webhookId, previousId),
    previousSecretSetting: previousId ? 'PAYPAL_WEBHOOK_ID_PREVIOUS' : null,
    isSandbox,
  };
}
type PaypalSettings = NonNullable<ReturnType<typeof readSettings>>;

export const paypal = {
  environment,
  sampleRules: [
    {
      settings: ['PAYPAL_CLIENT_ID'],
      isSample: (clientId) => clientId === 'sb',
      reason: 'is PayPal’s public test client, which moves no money',
      remedy: 'Set the client id of your live app at PayPal, with its PAYPAL_CLIENT_SECRET.',
    },
  ],
  sandboxCredentials: SANDBOX_CREDENTIALS,
  unknownPaymentId: '0AA00000AA000000A',
  webhookEvents: ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.*', 'CUSTOMER.DISPUTE.*'],
  readSettings,
  hasProof: (report) => Boolean(report.paypal_order_id),
  connect(settings, { isProduction, now, fetch }) {
    const { clientId, scriptUrl, rupeesPerDollar } = settings;
    return {
      ...createPaypal({ ...settings, brand: commonMessages.brand, isProduction, now, fetch }),
      // Chosen: no limit is published; PayPal accepts about 30 calls a second.
      maxConcurrentCalls: 10,
      // A reversal is listed among the refunds of its capture.
      countsDisputesAsRefunds: true,
      // PayPal drops unapproved orders after 3 hours.
      orderLifetimeMs: 2 * HOUR,
      // Rounded up at half a cent.
      charge: ({ total, foreignTotal = total, dollarCents }) => ({
        amount: dollarCents ?? convertToCents(foreignTotal, rupeesPerDollar),
        currency: CURRENCY,
        rate: rupeesPerDollar,
      }),
      findBuyerRefusal: (country) =>
        country === null || country === INDIA ? 'paypal_abroad_only' : null,
      retryableRefusals: {
        INSTRUMENT_DECLINED: paymentRefusals.declined,
        PAYER_ACTION_REQUIRED: paymentRefusals.declined,
        ORDER_NOT_APPROVED: null,
      },
      toCheckout: ({ id, amount, currency, rate }) => ({
        provider: 'paypal',
        clientId,
        order_id: id,
        currency,
        amount: toDecimal(amount),
        rate: rate ?? rupeesPerDollar,
        script: scriptUrl,
        page: { url: `${settings.pageUrl}?${new URLSearchParams({ token: id })}`, fields: null },
      }),
      readReturn: ({ token }) =>
        token ? { paymentTransactionNo: token, paypal_order_id: token } : null,
    };
  },
} satisfies ProviderDefinition<typeof environment, PaypalSettings>;

export const toPaypalMethod = (settings: PaypalSettings | null) =>
  settings && { currency: CURRENCY, rate: settings.rupeesPerDollar };
