import { returnTicket as returnTicketCall } from '#contract/booking.ts';
import { paymentMethods, reportPayment as reportPaymentCall, startCheckout } from '#contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { serveEndpoint } from '../../http.ts';
import { reportPayment } from './actions.ts';
import { startPayment } from './checkout.ts';
import { returnTicket } from './refunds/return-ticket.ts';

export const paymentRoutes = (deps: Deps) => [
  serveEndpoint(paymentMethods, () => {
    const { config, payments } = deps;
    return {
      razorpay: payments.razorpay !== null,
      paypal: payments.paypal && { currency: 'USD', rate: config.paypal!.rupeesPerDollar },
      supplierState: config.supplier?.stateCode ?? null,
    };
  }),
  serveEndpoint(startCheckout, ({ viewer, params, body }) => startPayment(deps, viewer, params.orderId, body.provider)),
  serveEndpoint(reportPaymentCall, ({ viewer, params, body }) => reportPayment(deps, viewer, params.orderId, body)),
  serveEndpoint(returnTicketCall, ({ viewer, params }) => returnTicket(deps, viewer, params.orderId)),
];
