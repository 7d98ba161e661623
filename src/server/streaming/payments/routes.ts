import { paymentMethods } from '#contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http/serve-endpoint.ts';
import { toPaymentMethods } from '../../ports/payments/providers.ts';
import { requiresBuyerPlace } from './requires-buyer-place.ts';

export const paymentRoutes = ({ config }: Deps) => [
  serveEndpoint(paymentMethods, () => ({
    ...toPaymentMethods(config),
    supplierState: config.supplier?.stateCode ?? null,
    isUnderLut: config.supplier?.isUnderLut === true,
    isBuyerPlaceRequired: requiresBuyerPlace(config),
  })),
];
