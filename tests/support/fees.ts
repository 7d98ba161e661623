import type { TestServer } from './test-server.ts';
import { submitFilm } from './submissions.ts';

type User = { userId: number };
export type ProviderName = 'razorpay' | 'paypal';
export interface OpenFee {
  maker: User;
  feeId: number;
  provider: ProviderName;
  providerOrderId: string;
}

/** The steps of a fee payment with either provider, as a browser does them. */
export function feePayments(server: TestServer) {
  const checkout = (as: User, body: object = {}) =>
    server.post('/api/ott/submissions/checkout', { as, body: { amount: 500, ...body } });
  const reportPayment = (as: User, feeId: number, body: object) =>
    server.put(`/api/ott/submissions/fees/${feeId}/payment`, { as, body });

  async function open(
    maker: User,
    { provider = 'razorpay' as ProviderName, amount = 500 } = {},
  ): Promise<OpenFee> {
    const { status, json } = await checkout(maker, { provider, amount });
    if (status !== 201) throw new Error(`The fee was not opened: ${JSON.stringify(json)}`);
    return { maker, provider, feeId: json.fee.feeId, providerOrderId: json.order_id };
  }

  /** Pays in the provider's popup. Returns the proof, or null if the payment failed. */
  async function payAtProvider(
    { provider, providerOrderId }: OpenFee,
    vpa = 'success@razorpay',
  ): Promise<object | null> {
    const body = { order_id: providerOrderId };
    if (provider === 'razorpay') {
      const { status, json } = await server.post('/sandbox/razorpay/pay', {
        body: { ...body, vpa },
      });
      return status === 200 ? json : null;
    }
    await server.post('/sandbox/paypal/approve', { body });
    return { paypal_order_id: providerOrderId };
  }

  const read = async ({ maker, feeId }: OpenFee) =>
    (await server.get(`/api/ott/submissions/fees/${feeId}`, { as: maker })).json;

  return {
    checkout,
    reportPayment,
    open,
    payAtProvider,
    read,
    reportPaid: (fee: OpenFee, proof: object | null) =>
      reportPayment(fee.maker, fee.feeId, { paymentStatus: 'PAID', ...proof }),
    cancel: (fee: OpenFee) =>
      reportPayment(fee.maker, fee.feeId, { paymentStatus: 'CANCELLED', paidAmount: 0 }),
    statusOf: async (fee: OpenFee): Promise<string> => (await read(fee)).paymentStatus,
    /** The paid or open fee that no submission has used; null if there is none. */
    unusedFee: async (as: User) => (await server.get('/api/ott/submissions/fee', { as })).json.fee,
    async aPaidFee(maker: User, options: { provider?: ProviderName; amount?: number } = {}) {
      const fee = await open(maker, options);
      const { json } = await reportPayment(maker, fee.feeId, {
        paymentStatus: 'PAID',
        ...(await payAtProvider(fee)),
      });
      return { ...fee, paid: json };
    },
    submit: (as: User, overrides: object = {}) => submitFilm(server, as, overrides),
  };
}

export const submissionFieldsFor = ({
  amount,
  paymentTransactionNo,
}: {
  amount: number;
  paymentTransactionNo: string;
}) => ({
  contactPayment: amount,
  contactPaymentStatus: 'PAID',
  contactPaymentTransno: paymentTransactionNo,
});
