import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createSandbox } from '#sandbox/sandbox.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';

export interface Proof {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

/**
 * The world outside on a port of its own: it outlives the server under test. Webhooks go to `serverOrigin`. `seenAs` is where
 * the server finds it, when something stands between. A server in production takes neither the path `/sandbox` nor its credentials.
 */
export async function aBank(
  serverOrigin: string,
  seenAs?: string,
  { mount = '/sandbox', credentials = SANDBOX_CREDENTIALS } = {},
) {
  let app = new Hono();
  const server = serve({ fetch: (request) => app.fetch(request), hostname: '127.0.0.1', port: 0 }) as Server;
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = createSandbox({
    origin: seenAs ?? origin,
    webhookUrl: `${serverOrigin}/api/ott/payments/webhooks/razorpay`,
    ...credentials,
  });
  app = new Hono().route(mount, sandbox.app);

  const post = async <Reply>(path: string, body: object): Promise<Reply> => {
    const response = await fetch(`${origin}${mount}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply;
  };

  /** What somebody received, newest first; everybody, unless said whom. */
  const inbox = async (to = '') => {
    const response = await fetch(`${origin}${mount}/inbox.json?to=${to}`);
    return (await response.json()) as { to: string; channel: string; subject: string; text: string }[];
  };

  return {
    origin,
    /** Opens the mail server; gives its address. */
    openMailbox: () => sandbox.openMailbox(),
    /** Says something to any of the providers (src/sandbox/control.ts). */
    control: <Reply>(command: object) => post<Reply>('/control', command),
    approve: (orderId: string) => post('/paypal/approve', { order_id: orderId }),
    /** Scripts what Razorpay does next. */
    script: (command: object) => post('/control', { provider: 'razorpay', ...command }),
    pay: (orderId: string) => post<Proof>('/razorpay/pay', { order_id: orderId, vpa: 'success@razorpay' }),
    /** The codes that a number received, newest first. */
    codesTo: async (to: string) => (await inbox(to)).map(({ text }) => /\d{6}/.exec(text)![0]),
    inbox,
    async close() {
      sandbox.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
