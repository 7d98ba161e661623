import {
  DEFAULT_PROVIDER,
  type PaymentReport,
  PROVIDER_NAMES,
  type ProviderName,
} from '#contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import type { PaymentProvider } from '../../ports/payments/provider.ts';
import { PAYMENT_PROVIDERS } from '../../ports/payments/providers.ts';

/** Throws payments_not_set_up for a provider without keys. */
export const providerOf = (
  { payments }: Pick<Deps, 'payments'>,
  name: ProviderName,
): PaymentProvider => payments[name] ?? throwError(new AppError('payments_not_set_up'));

/**
 * The providers with keys. Payments of other providers wait until their keys return; the server
 * warns at startup.
 */
export const configuredProviders = ({ payments }: Pick<Deps, 'payments'>): ProviderName[] =>
  PROVIDER_NAMES.filter((name) => payments[name]);

/** Throws payments_not_set_up. */
export function providerOfProof(
  deps: Pick<Deps, 'payments'>,
  report: PaymentReport,
): PaymentProvider {
  const name = PROVIDER_NAMES.find((each) => PAYMENT_PROVIDERS[each].hasProof(report));
  return providerOf(deps, name ?? DEFAULT_PROVIDER);
}
