import { returnTicket as returnTicketCall } from '#contract/booking.ts';
import { paymentMethods, reportPayment as reportPaymentCall, startCheckout } from '#contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../http.ts';
import { reportPayment } from './actions.ts';
import { startPayment } from './checkout.ts';
import { returnTicket } from './refunds/return-ticket.ts';

export const paymentRoutes = (deps: Deps) => [
  serve(paymentMethods, () => {
    const { config, payments } = deps;
    return {
      razorpay: payments.razorpay !== null,
      paypal: payments.paypal && { currency: 'USD', rate: config.paypal!.rupeesPerDollar },
      supplierState: config.supplier?.stateCode ?? null,
    };
  }),
  serve(startCheckout, ({ viewer, params, body }) => startPayment(deps, viewer, params.orderId, body.provider)),
  serve(reportPaymentCall, ({ viewer, params, body }) => reportPayment(deps, viewer, params.orderId, body)),
  serve(returnTicketCall, ({ viewer, params }) => returnTicket(deps, viewer, params.orderId)),
];
