import { createHmac } from 'node:crypto';
import type { Opened } from './payer.ts';
import type { MoneyWorld } from './world.ts';

const guessed = (text: string) => createHmac('sha256', 'guess').update(text).digest('hex');

/** A proof that nobody gave. */
export const forgedProof = ({ orderId, provider }: Opened): Record<string, string> =>
  provider === 'paypal'
    ? { paypal_order_id: 'FORGED0000000001' }
    : {
        razorpay_order_id: orderId,
        razorpay_payment_id: 'pay_Forged00000001',
        razorpay_signature: guessed(`${orderId}|pay_Forged00000001`),
      };

/** A webhook that no provider sent: it tells of money, and must not be believed. */
export async function forgeLetter(world: MoneyWorld, at: number, provider: Opened['provider'], orderId: string) {
  const entity = { id: 'pay_Forged00000002', amount: 17600, currency: 'INR', status: 'captured', order_id: orderId };
  const body = JSON.stringify({ entity: 'event', event: 'payment.captured', payload: { payment: { entity } } });
  const signatures: Record<Opened['provider'], Record<string, string>> = {
    razorpay: { 'x-razorpay-signature': guessed(body), 'x-razorpay-event-id': 'evt_forged' },
    paypal: {
      'paypal-transmission-id': 'forged',
      'paypal-transmission-time': world.clock.now().toISOString(),
      'paypal-transmission-sig': Buffer.from(guessed(body)).toString('base64'),
      'paypal-cert-url': 'https://forger.test/certs/webhooks.pem',
      'paypal-auth-algo': 'SHA256withRSA',
    },
  };
  const path = `/api/ott/payments/webhooks/${provider}`;
  const { status } = await world.processes[at]!.post(path, { body, headers: signatures[provider] });
  if (status !== 401) throw new Error(`A forged webhook of ${provider} was answered ${status}`);
}
