import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createSandbox } from '#sandbox/sandbox.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { createRazorpay } from '#server/ports/payments/razorpay.ts';

export const RAZORPAY_KEYS = {
  keyId: 'rzp_test_SBX',
  keySecret: 'sandbox_key_secret_01',
  webhookSecret: 'sandbox_webhook_secret_01',
};
export const SMS_KEY = 'sandbox_sms_key';

export interface ReceivedWebhook {
  id: string;
  event: string;
  body: string;
  signature: string;
}

/** A sandbox on its own port, with a webhook receiver. `nextStatuses`: the receiver's next response statuses, then 200. */
export async function aSandbox({ journalFile }: { journalFile?: string } = {}) {
  const receivedWebhooks: ReceivedWebhook[] = [];
  const nextStatuses: number[] = [];
  let app = new Hono();
  const server = serve({ fetch: (request) => app.fetch(request), hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let sandbox = openSandbox();

  function openSandbox() {
    const opened = createSandbox({
      ...SANDBOX_CREDENTIALS,
      origin,
      webhookUrl: `${origin}/webhook`,
      journalFile,
      razorpay: RAZORPAY_KEYS,
      msg91: { authKey: SMS_KEY },
    });
    app = new Hono().route('/sandbox', opened.app).post('/webhook', async (c) => {
      const body = await c.req.text();
      const header = (name: string) => c.req.header(name) ?? '';
      const { event } = JSON.parse(body) as { event: string };
      receivedWebhooks.push({
        id: header('x-razorpay-event-id'),
        signature: header('x-razorpay-signature'),
        event,
        body,
      });
      return c.body(null, (nextStatuses.shift() ?? 200) as 200);
    });
    return opened;
  }

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${origin}/sandbox${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const authorization = `Basic ${btoa(`${RAZORPAY_KEYS.keyId}:${RAZORPAY_KEYS.keySecret}`)}`;

  return {
    origin,
    receivedWebhooks,
    nextStatuses,
    events: () => receivedWebhooks.map(({ event }) => event),
    waitUntilIdle: () => sandbox.waitUntilIdle(),
    script: (command: object) => post('/control', { provider: 'razorpay', ...command }),
    pay: (orderId: string, vpa = 'success@razorpay') =>
      post('/razorpay/pay', { order_id: orderId, vpa }),
    post: (path: string, body: unknown, headers = {}) =>
      post(`/razorpay/v1${path}`, body, { authorization, ...headers }),
    get: (path: string, headers: Record<string, string> = { authorization }) =>
      fetch(`${origin}/sandbox/razorpay/v1${path}`, { headers }),
    razorpay: (options: { timeoutMs?: number; keySecret?: string; now?: () => Date } = {}) =>
      createRazorpay({
        baseUrl: `${origin}/sandbox/razorpay/v1`,
        ...RAZORPAY_KEYS,
        webhookSecrets: [RAZORPAY_KEYS.webhookSecret],
        ...options,
      }),
    /** Closes the sandbox and opens a new one on the same journal. `whileClosed` runs in between. */
    restart(whileClosed = () => {}) {
      sandbox.close();
      whileClosed();
      sandbox = openSandbox();
    },
    async stop() {
      sandbox.close();
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
