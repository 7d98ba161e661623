import type { z } from 'zod';
import type { PaymentMethods } from '#contract/payments.ts';
import { paypal, toPaypalMethod } from './paypal-definition.ts';
import type { ConnectContext, PaymentProviders, SettingsContext } from './provider.ts';
import { razorpay } from './razorpay-definition.ts';

/** docs/recipes.md has the steps to add a provider. */
export const PAYMENT_PROVIDERS = { razorpay, paypal };

export const PAYMENT_ENVIRONMENT = { ...razorpay.environment, ...paypal.environment };
type PaymentEnvironment = z.infer<z.ZodObject<typeof PAYMENT_ENVIRONMENT>>;

export const PAYMENT_SANDBOX_CREDENTIALS = {
  razorpay: razorpay.sandboxCredentials,
  paypal: paypal.sandboxCredentials,
};

/** Null: the provider has no keys. Throws ConfigError. */
export const readPaymentSettings = (env: PaymentEnvironment, context: SettingsContext) => ({
  razorpay: razorpay.readSettings(env, context),
  paypal: paypal.readSettings(env, context),
});
type PaymentSettings = ReturnType<typeof readPaymentSettings>;

export const connectProviders = (
  settings: PaymentSettings,
  context: ConnectContext,
): Required<PaymentProviders> => ({
  razorpay: settings.razorpay && razorpay.connect(settings.razorpay, context),
  paypal: settings.paypal && paypal.connect(settings.paypal, context),
});

/** The providers part of the reply of `paymentMethods`, the public call. */
export const toPaymentMethods = (
  settings: PaymentSettings,
): Pick<PaymentMethods, 'razorpay' | 'paypal'> => ({
  razorpay: settings.razorpay !== null,
  paypal: toPaypalMethod(settings.paypal),
});
