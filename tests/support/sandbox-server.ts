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
 * Provider sandboxes on their own port, which survive restarts of the server under test. Webhooks go to `serverOrigin`.
 * `publicOrigin` is the address for the server, for example a proxy. A production server refuses the path `/sandbox` and the
 * default credentials.
 */
export async function aSandboxServer(
  serverOrigin: string,
  publicOrigin?: string,
  { mount = '/sandbox', credentials = SANDBOX_CREDENTIALS } = {},
) {
  let app = new Hono();
  const server = serve({
    fetch: (request) => app.fetch(request),
    hostname: '127.0.0.1',
    port: 0,
  }) as Server;
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = createSandbox({
    origin: publicOrigin ?? origin,
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

  /** Messages to one number or address, or all messages, newest first. */
  const readInbox = async (to = '') => {
    const response = await fetch(`${origin}${mount}/inbox.json?to=${to}`);
    return (await response.json()) as {
      to: string;
      channel: string;
      subject: string;
      text: string;
    }[];
  };

  return {
    origin,
    openMailbox: () => sandbox.openMailbox(),
    /** Sends a command to any provider sandbox (src/sandbox/control.ts). */
    controlSandbox: <Reply>(command: object) => post<Reply>('/control', command),
    approveByPaypal: (orderId: string) => post('/paypal/approve', { order_id: orderId }),
    scriptRazorpay: (command: object) => post('/control', { provider: 'razorpay', ...command }),
    payByRazorpay: (orderId: string) =>
      post<Proof>('/razorpay/pay', { order_id: orderId, vpa: 'success@razorpay' }),
    readCodes: async (to: string) =>
      (await readInbox(to)).map(({ text }) => /\d{6}/.exec(text)![0]),
    readInbox,
    async close() {
      sandbox.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
