import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { type PaymentProvider, PROVIDER_NAMES, type ProviderName } from '../../ports/payments/provider.ts';

/** Throws payments_not_set_up for a provider without keys. */
export const providerOf = ({ payments }: Pick<Deps, 'payments'>, name: string): PaymentProvider =>
  payments[name as ProviderName] ?? throwError(new AppError('unavailable', 'payments_not_set_up', text.notSetUp));

/** The providers with keys. Payments of other providers wait until their keys return; the server warns at startup. */
export const configuredProviders = ({ payments }: Pick<Deps, 'payments'>): ProviderName[] =>
  PROVIDER_NAMES.filter((name) => payments[name]);
