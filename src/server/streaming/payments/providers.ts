import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import { type PaymentProvider, PROVIDER_NAMES, type ProviderName } from '../../ports/payments/provider.ts';

/** Throws payments_not_set_up for a provider that has no keys here. */
export const providerOf = ({ payments }: Pick<Deps, 'payments'>, name: string): PaymentProvider =>
  payments[name as ProviderName] ?? raise(new AppError('unavailable', 'payments_not_set_up', text.notSetUp));

/** Who can be asked. What was begun with another waits until its keys are back; the start of the house says so. */
export const providersHere = ({ payments }: Pick<Deps, 'payments'>): ProviderName[] =>
  PROVIDER_NAMES.filter((name) => payments[name]);
