import { z } from 'zod';
import { DAY } from '#domain/limits/durations.ts';
import { commonMessages } from '#messages/common.ts';
import { ConfigError } from '../../config/config-error.ts';
import { requireSetting, withPrevious } from '../../config/read-setting.ts';
import { url } from '../../config/setting-types.ts';
import type { ProviderDefinition, SettingsContext } from './provider.ts';
import { createRazorpay } from './razorpay.ts';

const environment = {
  RAZORPAY_URL: url.optional(),
  RAZORPAY_CHECKOUT_URL: url.optional(),
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.string().optional(),
};

const SANDBOX_CREDENTIALS = {
  keyId: 'rzp_test_sandbox0000001',
  keySecret: 'sandbox_key_secret_01',
  webhookSecret: 'sandbox_webhook_secret_01',
};

function readSettings(
  env: z.infer<z.ZodObject<typeof environment>>,
  { origin, isProduction }: SettingsContext,
) {
  const isSandbox = !env.RAZORPAY_KEY_ID;
  if (isSandbox && isProduction) return null;
  const { keyId, keySecret, webhookSecret } = env.RAZORPAY_KEY_ID
    ? {
        keyId: env.RAZORPAY_KEY_ID,
        keySecret: requireSetting(env, 'RAZORPAY_KEY_SECRET', 'RAZORPAY_KEY_ID'),
        webhookSecret: requireSetting(env, 'RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_KEY_ID'),
      }
    : SANDBOX_CREDENTIALS;
  if (!isProduction && keyId.startsWith('rzp_live_'))
    throw new ConfigError(
      'The setting RAZORPAY_KEY_ID is a live key, which only production may use',
    );
  const previousSecret = isSandbox ? undefined : env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS;
  const defaults = isSandbox
    ? {
        baseUrl: `${origin}/sandbox/razorpay/v1`,
        checkoutUrl: `${origin}/sandbox/razorpay/checkout.js`,
      }
    : {
        baseUrl: 'https://api.razorpay.com/v1',
        checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js',
      };
  return {
    baseUrl: env.RAZORPAY_URL ?? defaults.baseUrl,
    checkoutUrl: env.RAZORPAY_CHECKOUT_URL ?? defaults.checkoutUrl,
    keyId,
    keySecret,
    webhookSecrets: withPrevious(webhookSecret, previousSecret),
    previousSecretSetting: previousSecret ? 'RAZORPAY_WEBHOOK_SECRET_PREVIOUS' : null,
    isSandbox,
  };
}

export const razorpay = {
  environment,
  sampleRules: [
    {
      settings: ['RAZORPAY_KEY_ID'],
      isSample: (keyId) => keyId.startsWith('rzp_test_'),
      reason: 'is a test key, which moves no money',
      remedy:
        'Set the live key (rzp_live_…) of your Razorpay dashboard, with its RAZORPAY_KEY_SECRET.',
    },
  ],
  sandboxCredentials: SANDBOX_CREDENTIALS,
  unknownPaymentId: 'pay_AAAAAAAAAAAAAA',
  webhookEvents: [
    'payment.authorized',
    'payment.captured',
    'payment.failed',
    'order.paid',
    'refund.processed',
    'payment.dispute.created',
    'payment.dispute.action_required',
    'payment.dispute.under_review',
    'payment.dispute.won',
    'payment.dispute.lost',
    'payment.dispute.closed',
  ],
  readSettings,
  hasProof: (report) => Boolean(report.razorpay_payment_id),
  connect: (settings, { isProduction, now, fetch }) => ({
    ...createRazorpay({ ...settings, isProduction, now, fetch }),
    // Chosen: no limit is published; Razorpay accepts about 30 calls a second.
    maxConcurrentCalls: 10,
    countsDisputesAsRefunds: false,
    // Chosen: shorter than the six days for which the reconciler checks an attempt.
    orderLifetimeMs: DAY,
    charge: ({ total, currency }) => ({ amount: total, currency, rate: null }),
    findBuyerRefusal: () => null,
    retryableRefusals: {},
    toCheckout: ({ id, amount, currency, description, payer, comeback }) => ({
      provider: 'razorpay',
      key: settings.keyId,
      amount,
      currency,
      order_id: id,
      description,
      name: commonMessages.brand,
      prefill: payer,
      script: settings.checkoutUrl,
      // https://razorpay.com/docs/payments/payment-gateway/web-integration/hosted/
      page: {
        url: `${settings.baseUrl}/checkout/embedded`,
        fields: {
          key_id: settings.keyId,
          order_id: id,
          amount: String(amount),
          currency,
          name: commonMessages.brand,
          description,
          'prefill[name]': payer.name,
          'prefill[email]': payer.email,
          'prefill[contact]': payer.contact,
          callback_url: comeback.returnUrl,
          cancel_url: comeback.cancelUrl,
        },
      },
    }),
    readReturn: ({
      razorpay_payment_id: paymentId,
      razorpay_order_id: orderId,
      razorpay_signature: signature,
    }) =>
      paymentId && orderId && signature
        ? {
            paymentTransactionNo: paymentId,
            razorpay_payment_id: paymentId,
            razorpay_order_id: orderId,
            razorpay_signature: signature,
          }
        : null,
  }),
} satisfies ProviderDefinition<typeof environment, NonNullable<ReturnType<typeof readSettings>>>;
