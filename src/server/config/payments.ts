import { ConfigError } from './config-error.ts';
import { type Environment, requireSetting } from './environment.ts';
import { SANDBOX_CREDENTIALS } from './sandbox-credentials.ts';
import { withPrevious } from './secrets.ts';

export interface RazorpaySettings {
  baseUrl: string;
  checkoutUrl: string;
  keyId: string;
  keySecret: string;
  webhookSecrets: string[];
  isSandbox: boolean;
}

export interface PaypalSettings {
  baseUrl: string;
  /** URL of the browser SDK, without parameters. */
  scriptUrl: string;
  clientId: string;
  clientSecret: string;
  /** The current id, then the previous one if it is set. */
  webhookIds: string[];
  rupeesPerDollar: number;
  isSandbox: boolean;
}

export function razorpaySettings(env: Environment, origin: string, isProduction: boolean): RazorpaySettings | null {
  if (env.RAZORPAY_KEY_ID) return configuredRazorpay(env, env.RAZORPAY_KEY_ID, isProduction);
  return isProduction ? null : sandboxRazorpay(env, origin);
}

function configuredRazorpay(env: Environment, keyId: string, isProduction: boolean): RazorpaySettings {
  const keySecret = requireSetting(env, 'RAZORPAY_KEY_SECRET', 'RAZORPAY_KEY_ID');
  const webhookSecret = requireSetting(env, 'RAZORPAY_WEBHOOK_SECRET', 'RAZORPAY_KEY_ID');
  if (!isProduction && keyId.startsWith('rzp_live_'))
    throw new ConfigError('The setting RAZORPAY_KEY_ID is a live key, which only production may use');
  return {
    baseUrl: env.RAZORPAY_URL ?? 'https://api.razorpay.com/v1',
    checkoutUrl: env.RAZORPAY_CHECKOUT_URL ?? 'https://checkout.razorpay.com/v1/checkout.js',
    keyId,
    keySecret,
    webhookSecrets: withPrevious(webhookSecret, env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS),
    isSandbox: false,
  };
}

function sandboxRazorpay(env: Environment, origin: string): RazorpaySettings {
  const { keyId, keySecret, webhookSecret } = SANDBOX_CREDENTIALS.razorpay;
  return {
    baseUrl: env.RAZORPAY_URL ?? `${origin}/sandbox/razorpay/v1`,
    checkoutUrl: env.RAZORPAY_CHECKOUT_URL ?? `${origin}/sandbox/razorpay/checkout.js`,
    keyId,
    keySecret,
    webhookSecrets: [webhookSecret],
    isSandbox: true,
  };
}

export function paypalSettings(env: Environment, origin: string, isProduction: boolean): PaypalSettings | null {
  if (env.PAYPAL_CLIENT_ID) return configuredPaypal(env, env.PAYPAL_CLIENT_ID, isProduction);
  return isProduction ? null : sandboxPaypal(env, origin);
}

const configuredPaypal = (env: Environment, clientId: string, isProduction: boolean): PaypalSettings => ({
  baseUrl: env.PAYPAL_URL ?? `https://api-m.${isProduction ? '' : 'sandbox.'}paypal.com`,
  scriptUrl: env.PAYPAL_SCRIPT_URL ?? 'https://www.paypal.com/sdk/js',
  clientId,
  clientSecret: requireSetting(env, 'PAYPAL_CLIENT_SECRET', 'PAYPAL_CLIENT_ID'),
  webhookIds: withPrevious(
    requireSetting(env, 'PAYPAL_WEBHOOK_ID', 'PAYPAL_CLIENT_ID'),
    env.PAYPAL_WEBHOOK_ID_PREVIOUS,
  ),
  rupeesPerDollar: requireSetting(env, 'PAYPAL_RUPEES_PER_DOLLAR', 'PAYPAL_CLIENT_ID'),
  isSandbox: false,
});

/** Chosen: only for the sandbox; the operator sets the real rate. */
const SAMPLE_RUPEES_PER_DOLLAR = 88;

function sandboxPaypal(env: Environment, origin: string): PaypalSettings {
  const { clientId, clientSecret, webhookId } = SANDBOX_CREDENTIALS.paypal;
  return {
    baseUrl: env.PAYPAL_URL ?? `${origin}/sandbox/paypal`,
    scriptUrl: env.PAYPAL_SCRIPT_URL ?? `${origin}/sandbox/paypal/sdk/js`,
    clientId,
    clientSecret,
    webhookIds: [webhookId],
    rupeesPerDollar: env.PAYPAL_RUPEES_PER_DOLLAR ?? SAMPLE_RUPEES_PER_DOLLAR,
    isSandbox: true,
  };
}
