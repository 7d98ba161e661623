import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createSandbox } from '#sandbox/sandbox.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';

const { keyId, keySecret } = SANDBOX_CREDENTIALS.razorpay;

/** Opens the provider sandboxes on a free port. They send no webhooks. */
export async function openSandboxProvider(webhookUrl: string) {
  let app = new Hono();
  const server = serve({
    fetch: (request) => app.fetch(request),
    hostname: '127.0.0.1',
    port: 0,
  }) as Server;
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = createSandbox({ ...SANDBOX_CREDENTIALS, origin, webhookUrl });
  app = new Hono().route('/sandbox', sandbox.app);

  async function post<Reply>(path: string, body: object): Promise<Reply> {
    const response = await app.request(`/sandbox${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}`,
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply;
  }
  await post('/control', { provider: 'razorpay', webhook: 'drop', times: 1_000_000 });

  return {
    razorpayUrl: `${origin}/sandbox/razorpay/v1`,
    openMailbox: () => sandbox.openMailbox(),
    createOrder: async (amount: number, receipt: string): Promise<string> =>
      (
        await post<{ id: string }>('/razorpay/v1/orders', {
          amount,
          currency: 'INR',
          receipt,
          notes: {},
          payment: { capture: 'automatic' },
        })
      ).id,
    pay: async (orderId: string): Promise<string> =>
      (
        await post<{ razorpay_payment_id: string }>('/razorpay/pay', {
          order_id: orderId,
          vpa: 'success@razorpay',
        })
      ).razorpay_payment_id,
    close() {
      sandbox.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

export type SandboxProvider = Awaited<ReturnType<typeof openSandboxProvider>>;
