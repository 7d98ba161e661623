import { reportPayment as reportPaymentCall, startCheckout } from '#contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { reportPayment, startPayment } from './actions.ts';

export const paymentRoutes = (deps: Deps) => [
  serve(startCheckout, ({ viewer, params }) => startPayment(deps, viewer, params.orderId)),
  serve(reportPaymentCall, ({ viewer, params, body }) => reportPayment(deps, viewer, params.orderId, body)),
];
