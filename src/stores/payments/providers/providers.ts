import {
  PROVIDER_NAMES,
  type Checkout,
  type PaymentMethods,
  type ProviderName,
} from '#contract/payments.ts';
import { paypal } from './paypal.ts';
import type { PaymentProvider, ProviderButton, ProviderDisplay } from './provider.ts';
import { razorpay } from './razorpay.ts';

export const PROVIDERS: Record<ProviderName, PaymentProvider> = { razorpay, paypal };

export type PaymentOption = { name: ProviderName } & PaymentProvider & ProviderDisplay;

/** Configured providers only; none before the methods have loaded. */
export const paymentOptions = (methods: PaymentMethods | null): PaymentOption[] =>
  PROVIDER_NAMES.flatMap((name) => {
    const provider = PROVIDERS[name];
    const display = methods && provider.display(methods);
    return display ? [{ name, ...provider, ...display }] : [];
  });

export const findOption = (
  methods: PaymentMethods | null,
  name: ProviderName | null,
): PaymentOption | undefined => paymentOptions(methods).find((option) => option.name === name);

/** Throws if the provider's popup opens without a button. */
export function buttonOf({ provider }: Checkout): ProviderButton {
  const { button } = PROVIDERS[provider];
  if (!button) throw new Error(`The payment provider ${provider} has no button`);
  return button;
}
