import { MINUTE } from '#domain/limits/durations.ts';
import { paymentAttempts } from '#server/db/schema/payments.ts';
import type { PaymentProvider } from '#server/ports/payments/provider.ts';
import type { TestServer } from './test-server.ts';

/** A fee payment at the provider that neither the browser nor a webhook reported. */
export async function anUnreportedPayment(
  server: TestServer,
  { provider = 'razorpay' as Provider, isPaid = true, ...overrides }: Overrides = {},
) {
  const { feeId, feeNo, amount } = await server.aFee(await server.aViewer());
  const charge =
    provider === 'razorpay' ? { amount, currency: 'INR' } : { amount: 100, currency: 'USD' };
  const receipt = `${feeNo}-1`;
  const { id } = await server.deps.payments[provider]!.createOrder({
    ...charge,
    receipt,
    description: '',
    notes: {},
  });
  await server.database.db.insert(paymentAttempts).values({
    ...charge,
    feeId,
    provider,
    receipt,
    providerOrderId: id,
    billTotal: amount,
    createdAt: new Date(server.clock.now().getTime() - MINUTE),
    ...overrides,
  });
  if (isPaid)
    await server.post(PAY_PATHS[provider], { body: { order_id: id, vpa: 'success@razorpay' } });
  return { feeId, providerOrderId: id };
}

const PAY_PATHS = { razorpay: '/sandbox/razorpay/pay', paypal: '/sandbox/paypal/approve' };
type Provider = keyof typeof PAY_PATHS;

interface Overrides {
  provider?: Provider;
  isPaid?: boolean;
  createdAt?: Date;
  checkedAt?: Date;
}

/** Calls `create` `count` times in sequence. */
export async function createSeveral<T>(count: number, create: () => Promise<T>): Promise<T[]> {
  const created: T[] = [];
  while (created.length < count) created.push(await create());
  return created;
}

/** Wraps a provider and records the requested orders and the number of concurrent requests. */
export function withRequestRecord(provider: PaymentProvider) {
  const requestedOrderIds: string[] = [];
  let runningCount = 0;
  let maxRunning = 0;
  const fetchOrderPayments = async (orderId: string) => {
    requestedOrderIds.push(orderId);
    maxRunning = Math.max(maxRunning, ++runningCount);
    // Lets concurrent requests start before this one responds.
    await new Promise(setImmediate);
    try {
      return await provider.fetchOrderPayments(orderId);
    } finally {
      runningCount--;
    }
  };
  return {
    provider: { ...provider, fetchOrderPayments },
    requestedOrderIds,
    maxConcurrent: () => maxRunning,
  };
}
