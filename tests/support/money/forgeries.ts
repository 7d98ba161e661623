import { createHmac } from 'node:crypto';
import type { OpenedPayment } from './provider-payments.ts';
import type { PaymentEnvironment } from './environment.ts';

const signWithGuessedKey = (text: string) =>
  createHmac('sha256', 'guess').update(text).digest('hex');

export const forgedProof = ({ orderId, provider }: OpenedPayment): Record<string, string> =>
  provider === 'paypal'
    ? { paypal_order_id: 'FORGED0000000001' }
    : {
        razorpay_order_id: orderId,
        razorpay_payment_id: 'pay_Forged00000001',
        razorpay_signature: signWithGuessedKey(`${orderId}|pay_Forged00000001`),
      };

/** Sends a forged webhook about a captured payment. The server must refuse it. */
export async function sendForgedWebhook(
  environment: PaymentEnvironment,
  processIndex: number,
  provider: OpenedPayment['provider'],
  orderId: string,
) {
  const entity = {
    id: 'pay_Forged00000002',
    amount: 17600,
    currency: 'INR',
    status: 'captured',
    order_id: orderId,
  };
  const body = JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    payload: { payment: { entity } },
  });
  const signatures: Record<OpenedPayment['provider'], Record<string, string>> = {
    razorpay: {
      'x-razorpay-signature': signWithGuessedKey(body),
      'x-razorpay-event-id': 'evt_forged',
    },
    paypal: {
      'paypal-transmission-id': 'forged',
      'paypal-transmission-time': environment.clock.now().toISOString(),
      'paypal-transmission-sig': Buffer.from(signWithGuessedKey(body)).toString('base64'),
      'paypal-cert-url': 'https://forger.test/certs/webhooks.pem',
      'paypal-auth-algo': 'SHA256withRSA',
    },
  };
  const path = `/api/ott/payments/webhooks/${provider}`;
  const { status } = await environment.processes[processIndex]!.post(path, {
    body,
    headers: signatures[provider],
  });
  if (status !== 401) throw new Error(`A forged webhook of ${provider} got status ${status}`);
}
