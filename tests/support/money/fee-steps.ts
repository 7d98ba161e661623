import type { Deps } from '#server/deps.ts';
import { refund } from '#server/streaming/payments/refunds/refunds.ts';
import { claimOf } from '../fees.ts';
import { aDraft } from '../submissions.ts';
import type { Cast } from './cast.ts';
import type { Opened } from './payer.ts';
import type { Call } from './steps.ts';
import type { Ask } from './till.ts';
import type { MoneyWorld } from './world.ts';

type FeeCall = Extract<Call, { does: 'openFee' | 'cancelFee' | 'refundFee' | 'submit' }>;

interface Till {
  ask: Ask;
  opened: Opened[];
  /** Fees whose money somebody wanted back. */
  wanted: Set<number>;
  unlessDead: (at: number, work: (deps: Deps) => Promise<unknown>) => Promise<void>;
}
interface FeeOf {
  feeId: number;
  viewer: number;
  amount: number;
  paymentTransactionNo: string;
}

/** What makers do at the till of a world. */
export function feesAtTill(world: MoneyWorld, cast: Cast, { ask, opened, wanted, unlessDead }: Till) {
  /** The fees with whoever asks for them, the newest first. */
  async function list(): Promise<FeeOf[]> {
    const rows = await world.rows<{ id: number; user_id: number | null; amount: number; paid_by: string | null }>(
      'select fee_id id, user_id, amount, payment_transaction_no paid_by from submission_fees order by fee_id desc',
    );
    const viewerOf = (userId: number | null) => cast.viewers.findIndex((each) => each.userId === userId);
    return rows.map(({ id, user_id, amount, paid_by }) => ({
      feeId: id,
      viewer: Math.max(0, viewerOf(user_id)),
      amount: amount / 100,
      paymentTransactionNo: paid_by ?? 'pay_Nobody00000001',
    }));
  }

  /** A payment that began is the browser's to go on with. */
  async function open({ at, viewer, amount, provider }: Extract<FeeCall, { does: 'openFee' }>): Promise<boolean> {
    const { status, json } = await ask(at, 'post', '/api/ott/submissions/checkout', viewer, { amount, provider });
    const isOpen = status === 201;
    if (isOpen) opened.push({ provider, orderId: json.order_id, path: pathOf(json.fee.feeId), viewer });
    return isOpen;
  }

  const pathOf = (feeId: number) => `/api/ott/submissions/fees/${feeId}`;

  async function ofFee({ does, at }: Exclude<FeeCall, { does: 'openFee' }>, fee: FeeOf): Promise<unknown> {
    const { feeId, viewer } = fee;
    switch (does) {
      case 'cancelFee':
        return ask(at, 'put', `${pathOf(feeId)}/payment`, viewer, { paymentStatus: 'CANCELLED' });
      case 'refundFee':
        wanted.add(feeId);
        return unlessDead(at, (deps) => refund(deps, { feeId }, 'asked for'));
      case 'submit':
        return ask(at, 'post', '/api/ott/movies', viewer, aDraft(claimOf(fee)));
    }
  }

  return {
    async call(now: FeeCall): Promise<unknown> {
      if (now.does === 'openFee') return open(now);
      const fees = await list();
      return fees.length ? ofFee(now, fees[now.which % fees.length]!) : undefined;
    },
  };
}
