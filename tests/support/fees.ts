import type { TestHouse } from './house.ts';
import { submitFilm } from './submissions.ts';

type Who = { userId: number };
export type ProviderName = 'razorpay' | 'paypal';
/** What a browser holds of a fee that it pays. */
export interface OpenFee {
  maker: Who;
  feeId: number;
  provider: ProviderName;
  /** The provider's own order. */
  orderId: string;
}

/** Paying a fee as a browser does it, step by step, by either provider. */
export function feePayments(house: TestHouse) {
  const checkout = (as: Who, body: object = {}) =>
    house.post('/api/ott/submissions/checkout', { as, body: { amount: 500, ...body } });
  const report = (as: Who, feeId: number, body: object) =>
    house.put(`/api/ott/submissions/fees/${feeId}/payment`, { as, body });

  async function open(maker: Who, { provider = 'razorpay' as ProviderName, amount = 500 } = {}): Promise<OpenFee> {
    const { status, json } = await checkout(maker, { provider, amount });
    if (status !== 201) throw new Error(`A fee was not opened: ${JSON.stringify(json)}`);
    return { maker, provider, feeId: json.fee.feeId, orderId: json.order_id };
  }

  /** The payer in the provider's window; gives the proof, or null where it failed there. */
  async function payAt({ provider, orderId }: OpenFee, vpa = 'success@razorpay'): Promise<object | null> {
    const body = { order_id: orderId };
    if (provider === 'razorpay') {
      const { status, json } = await house.post('/sandbox/razorpay/pay', { body: { ...body, vpa } });
      return status === 200 ? json : null;
    }
    await house.post('/sandbox/paypal/approve', { body });
    return { paypal_order_id: orderId };
  }

  const read = async ({ maker, feeId }: OpenFee) =>
    (await house.get(`/api/ott/submissions/fees/${feeId}`, { as: maker })).json;

  return {
    checkout,
    report,
    open,
    payAt,
    read,
    prove: (fee: OpenFee, proof: object | null) => report(fee.maker, fee.feeId, { paymentStatus: 'PAID', ...proof }),
    cancel: (fee: OpenFee) => report(fee.maker, fee.feeId, { paymentStatus: 'CANCELLED', paidAmount: 0 }),
    statusOf: async (fee: OpenFee): Promise<string> => (await read(fee)).paymentStatus,
    unused: async (as: Who) => (await house.get('/api/ott/submissions/fee', { as })).json.fee,
    /** A paid fee, as its maker reads it. */
    async aPaidFee(maker: Who, options: { provider?: ProviderName; amount?: number } = {}) {
      const fee = await open(maker, options);
      const { json } = await report(maker, fee.feeId, { paymentStatus: 'PAID', ...(await payAt(fee)) });
      return { ...fee, paid: json };
    },
    submit: (as: Who, given: object = {}) => submitFilm(house, as, given),
  };
}

/** What the wizard sends of a paid fee. */
export const claimOf = ({ amount, paymentTransactionNo }: { amount: number; paymentTransactionNo: string }) => ({
  contactPayment: amount,
  contactPaymentStatus: 'PAID',
  contactPaymentTransno: paymentTransactionNo,
});
