import { paymentMessages as text } from '#messages/payments.ts';
import type { Deps } from '../../deps.ts';
import { AppError, raise } from '../../errors.ts';
import type { PaymentProvider, ProviderName } from '../../ports/payments/provider.ts';

/** Throws payments_not_set_up for a provider that has no keys here. */
export const providerOf = ({ payments }: Pick<Deps, 'payments'>, name: string): PaymentProvider =>
  payments[name as ProviderName] ?? raise(new AppError('unavailable', 'payments_not_set_up', text.notSetUp));
