import { MINUTE } from '#domain/limits.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import type { PaymentProvider, ProviderName } from '#server/ports/payments/provider.ts';
import type { TestHouse } from './house.ts';

/** A payment of a fee that was made at the provider, and that neither browser nor webhook told of. */
export async function anUnheardPayment(
  house: TestHouse,
  { provider = 'razorpay' as ProviderName, isPaid = true, ...given }: Given = {},
) {
  const { feeId, feeNo, amount } = await house.aFee(await house.aViewer());
  const charge = provider === 'razorpay' ? { amount, currency: 'INR' } : { amount: 100, currency: 'USD' };
  const receipt = `${feeNo}-1`;
  const { id } = await house.deps.payments[provider]!.createOrder({ ...charge, receipt, description: '', notes: {} });
  await house.database.db.insert(paymentAttempts).values({
    ...charge,
    feeId,
    provider,
    receipt,
    providerOrderId: id,
    orderTotal: amount,
    createdAt: new Date(house.clock.now().getTime() - MINUTE),
    ...given,
  });
  if (isPaid) await house.post(PAY[provider], { body: { order_id: id, vpa: 'success@razorpay' } });
  return { feeId, providerOrderId: id };
}

const PAY = { razorpay: '/sandbox/razorpay/pay', paypal: '/sandbox/paypal/approve' };

interface Given {
  provider?: ProviderName;
  isPaid?: boolean;
  createdAt?: Date;
  checkedAt?: Date;
}

/** `make`, so many times, one after another. */
export async function several<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) made.push(await make());
  return made;
}

/** The real provider, and a record of the orders that it was asked about and of how many at the same moment. */
export function recorded(provider: PaymentProvider) {
  const asked: string[] = [];
  let now = 0;
  let most = 0;
  const fetchOrderPayments = async (orderId: string) => {
    asked.push(orderId);
    most = Math.max(most, ++now);
    // Whoever else is about to ask does so before this one is answered.
    await new Promise(setImmediate);
    try {
      return await provider.fetchOrderPayments(orderId);
    } finally {
      now--;
    }
  };
  return { provider: { ...provider, fetchOrderPayments }, asked, mostAtOnce: () => most };
}
