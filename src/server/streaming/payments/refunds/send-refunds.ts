import type { Deps } from '../../../deps.ts';
import { CALLS_AT_ONCE, type ProviderName } from '../../../ports/payments/provider.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { claimInBatches, type Source, workThrough } from '../../../work-through.ts';
import { lockBill } from '../bills.ts';
import { providerOf, providersHere } from '../providers.ts';
import { changeRefund, claimRefunds, findRefund, listDueRefunds, type RefundRow } from './queries.ts';

const REFUNDS_LISTED = 2000;

/**
 * Tells the providers of refunds, and asks until each is done or failed; the refund of one payment alone, when it is named. Safe
 * twice at once: the key makes it one refund.
 */
export async function tellRefunds(deps: Deps, paymentId?: string): Promise<void> {
  const work = (name: ProviderName) =>
    workThrough([refundsToTell(deps, name, paymentId)], { atOnce: CALLS_AT_ONCE[name] });
  await Promise.all(providersHere(deps).map(work));
}

/** The refunds of one provider that are due to be told, or asked about. */
export function refundsToTell(deps: Deps, provider: ProviderName, paymentId?: string): Source {
  // As of the beginning: what is asked about now is not due again before the end.
  const due = { provider, now: deps.now(), every: deps.config.reconcileSeconds, paymentId };
  return claimInBatches(
    () => listDueRefunds(deps.db, due, REFUNDS_LISTED),
    (ids) => claimRefunds(deps.db, ids, due, deps.now()),
    (row) => tellQuietly(deps, row),
  );
}

async function tellQuietly(deps: Deps, row: RefundRow) {
  try {
    await tell(deps, row);
  } catch (error) {
    deps.log.warn({ err: error, refundId: row.refundId }, 'a refund is not through yet; it will be tried again');
  }
}

async function tell(deps: Deps, row: RefundRow) {
  const provider = providerOf(deps, row.provider);
  const { id, status } = row.providerRefundId
    ? await provider.fetchRefund(row.providerRefundId)
    : await provider
        .refund({
          paymentId: row.providerPaymentId,
          amount: row.amount,
          currency: row.currency,
          idempotencyKey: `refund-${row.providerPaymentId}-${row.askedAt.getTime()}`,
        })
        .catch((error: unknown) => refusedRefund(deps, row, error));
  await finish(deps, row, { providerRefundId: id, state: status });
}

/** A refused refund failed, unless the money went back by another way. */
async function refusedRefund(deps: Deps, row: RefundRow, error: unknown) {
  if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
  const payment = await providerOf(deps, row.provider).fetchPayment(row.providerPaymentId);
  return { id: null, status: payment.status === 'refunded' ? ('done' as const) : ('failed' as const) };
}

interface News {
  providerRefundId: string | null;
  state: string;
}

async function finish(deps: Deps, row: RefundRow, news: News) {
  const { refundId, providerPaymentId: paymentId } = row;
  const said = await deps.db.transaction(async (tx) => {
    const bill = (await lockBill(tx, row))!;
    const known = (await findRefund(tx, paymentId))!;
    if (isOvertaken(known, row, news)) return null;
    const isDone = known.state === 'done';
    const providerRefundId = news.providerRefundId ?? known.providerRefundId;
    await changeRefund(tx, refundId, isDone ? { providerRefundId } : { ...news, providerRefundId });
    if (news.state === 'done' && !isDone && row.endsTicket && bill.status === 'PAID')
      await bill.end(tx, deps, row.reason, deps.now());
    return { refundId, paymentId, no: bill.no };
  });
  if (said && news.state === 'failed') deps.log.error(said, 'a refund failed; it is for the operator');
  if (said && news.state === 'done') deps.log.info(said, 'a refund is done');
}

/** Who tells at the same moment may have heard better: a no counts for a refund that nobody was granted, or for that very one. */
const isOvertaken = (known: RefundRow, { askedAt }: RefundRow, { providerRefundId, state }: News) =>
  state === 'failed' &&
  (known.state === 'done' ||
    known.askedAt.getTime() !== askedAt.getTime() ||
    (known.state !== 'asked' && known.providerRefundId !== providerRefundId));
