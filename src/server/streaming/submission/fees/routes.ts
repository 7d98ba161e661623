import { feeCheckout, getFee, reportFeePayment, unusedFee } from '#contract/submission.ts';
import type { Deps } from '../../../deps.ts';
import { serve } from '../../../http.ts';
import { readFee, readUnusedFee, reportFee } from './actions.ts';
import { startFeePayment } from './checkout.ts';

export const feeRoutes = (deps: Deps) => [
  serve(feeCheckout, ({ viewer, body }) => startFeePayment(deps, viewer, body)),
  serve(reportFeePayment, ({ viewer, params, body }) => reportFee(deps, viewer, params.feeId, body)),
  serve(getFee, ({ viewer, params }) => readFee(deps, viewer, params.feeId)),
  serve(unusedFee, ({ viewer }) => readUnusedFee(deps, viewer)),
];
