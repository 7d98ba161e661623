import { feeCheckout, getFee, reportFeePayment, unusedFee } from '#contract/submission.ts';
import type { Deps } from '../../../deps.ts';
import { serveEndpoint } from '../../../http/serve-endpoint.ts';
import { readFee, readUnusedFee, reportPaymentOfFee } from './actions.ts';
import { startFeePayment } from './checkout.ts';

export const feeRoutes = (deps: Deps) => [
  serveEndpoint(feeCheckout, ({ viewer, body }) => startFeePayment(deps, viewer, body)),
  serveEndpoint(reportFeePayment, ({ viewer, params, body }) =>
    reportPaymentOfFee({ deps, viewer, feeId: params.feeId, report: body }),
  ),
  serveEndpoint(getFee, ({ viewer, params }) => readFee(deps, viewer, params.feeId)),
  serveEndpoint(unusedFee, ({ viewer }) => readUnusedFee(deps, viewer)),
];
