import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { FORM_TYPE } from '#contract/endpoint.ts';
import { type PaymentReport, PROVIDER_NAMES, type ProviderName } from '#contract/payments.ts';
import { paymentRefusals } from '#messages/payment-refusals.ts';
import { returnedPath } from '#routes.ts';
import { logFailure } from '../../db/unavailable.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import type { AppEnv } from '../../http/app-context.ts';
import { bodyTypeOf } from '../../http/read-body.ts';
import { perHour } from '../../rate-limits.ts';
import { RETURN_PATH } from './comeback.ts';
import { findAttempt } from './queries.ts';
import { reportPayment } from './report-payment.ts';

const BODY_LIMIT = 16 * 1024;
/** Each return may ask the provider. High enough for reloads. */
const RETURN_LIMIT = perHour('payment-returns', 30, paymentRefusals.tooManyPayments);
/** The payer has paid nothing, and can pay again. */
const UNPAID_CODES = ['payment_refused', 'instrument_declined', 'payment_not_proven'];
const OrderNumber = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
  .nullable()
  .catch(null);

/**
 * The provider's own page sends the payer here: Razorpay with a form, PayPal with a link. There is
 * no session, because another site sent the browser. The reply is 303 to a page of the cinema, also
 * while the database is away. Throws body_too_large.
 */
export function returnRoutes(app: Hono<AppEnv>, deps: Deps) {
  for (const name of PROVIDER_NAMES)
    app.on(
      ['GET', 'POST'],
      `${RETURN_PATH}/${name}`,
      bodyLimit({
        maxSize: BODY_LIMIT,
        onError: () => throwError(new AppError('event_too_large')),
      }),
      async (context) => {
        const path = await receivePayer(deps, name, await readFields(context));
        return context.body(null, 303, {
          location: deps.config.siteOrigins[0] + path,
          'cache-control': 'no-store',
        });
      },
    );
}

async function readFields(context: Context<AppEnv>): Promise<Record<string, string>> {
  const { req } = context;
  const isForm = req.method === 'POST' && bodyTypeOf(context) === FORM_TYPE;
  return {
    ...(isForm && Object.fromEntries(new URLSearchParams(await req.text()))),
    ...req.query(),
  };
}

/**
 * Returns the path of the page that shows what became of the payment. The webhook and the
 * reconciler also bring the payment, so that an error here loses nothing.
 */
async function receivePayer(
  deps: Deps,
  name: ProviderName,
  fields: Record<string, string>,
): Promise<string> {
  const namedOrder = OrderNumber.parse(fields['order']);
  const returned = deps.payments[name]?.readReturn(fields);
  if (!returned) return returnedPath(namedOrder, 'failed');
  try {
    return (
      (await applyReturn(deps, name, { paymentStatus: 'PAID', ...returned })) ??
      returnedPath(namedOrder, null)
    );
  } catch (error) {
    logFailure({
      log: deps.log,
      error,
      message: 'a returned payment could not be applied; the reconciler will apply it',
      fields: {
        namedOrder,
      },
    });
    return returnedPath(namedOrder, null);
  }
}

/** Null if the proof names no payment of this server. */
async function applyReturn(
  deps: Deps,
  name: ProviderName,
  report: PaymentReport,
): Promise<string | null> {
  const proof = deps.payments[name]?.readProof(report);
  const attempt = proof && (await findAttempt(deps.db, name, proof.orderId));
  if (!attempt) return null;
  const { attemptId, movieOrderId } = attempt;
  try {
    await deps.limits.use(RETURN_LIMIT, String(attemptId));
    const bill = await deps.bills.find(deps.db, attempt);
    if (bill) await reportPayment(deps, bill, report);
    return returnedPath(movieOrderId, null);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return returnedPath(movieOrderId, UNPAID_CODES.includes(error.code) ? 'failed' : null);
  }
}
