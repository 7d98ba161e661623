import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { aSandboxServer } from '../sandbox-server.ts';
import type { Machine } from './machine.ts';

const HOST = 'cinema.example';
const ROOT_CERTIFICATE = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const MOBILE = '9876543210';
const REQUEST_INTERVAL_MS = 50;

interface RequestOptions {
  method?: string;
  body?: object;
  token?: string;
}

/** A viewer who connects by TLS and trusts only the certificate of Caddy. */
export function createViewer(
  machine: Machine,
  sandboxServer: Awaited<ReturnType<typeof aSandboxServer>>,
) {
  let token: string | undefined;
  let orderId: number | undefined;

  const send = (path: string, { method = 'GET', body, token: bearer }: RequestOptions = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const headers = {
        Host: HOST,
        'Content-Type': 'application/json',
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
      };
      const ca = readFileSync(join(machine.root, ROOT_CERTIFICATE));
      const call = request(
        { host: '127.0.0.1', port: 443, servername: HOST, ca, path, method, headers },
        (response) =>
          text(response).then(
            (content) => resolve({ status: response.statusCode!, body: content }),
            reject,
          ),
      );
      call.on('error', reject);
      call.end(body && JSON.stringify(body));
    });
  const json = async (path: string, options?: RequestOptions) => {
    const { status, body } = await send(path, options);
    if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
    return JSON.parse(body) as any;
  };

  return {
    async findMovieIdOnHomePage(name: string): Promise<number | null> {
      const { body } = await send('/');
      if (!body.includes(name)) return null;
      const { content } = await json('/api/ott/public/streamingnow?size=10');
      return content.find((film: { movieName: string }) => film.movieName === name).movieId;
    },

    async buy(movieId: number, bookingStartTime: string) {
      await json('/api/auth/users/registerbyphone', {
        method: 'POST',
        body: { mobileno: MOBILE, countryCode: '91' },
      });
      const [code] = await sandboxServer.readCodes(`91${MOBILE}`);
      const session = await json('/api/auth/users/login', {
        method: 'POST',
        body: { username: MOBILE, password: code },
      });
      token = session.token;
      const body = { bookingStartTime, timezone: 'Asia/Kolkata' };
      const order = await json(`/api/ott/movies/${movieId}/orders`, {
        method: 'POST',
        body,
        token,
      });
      orderId = order.movieOrderId;
      const path = `/api/ott/orders/${orderId}`;
      const checkout = await json(`${path}/checkout`, {
        method: 'POST',
        body: { provider: 'razorpay' },
        token,
      });
      const proof = await sandboxServer.payByRazorpay(checkout.order_id);
      await json(`${path}/payment`, {
        method: 'PUT',
        body: { paymentStatus: 'PAID', ...proof },
        token,
      });
    },

    async expectTicket(when: string) {
      const order = await json(`/api/ott/orders/${orderId}`, { token });
      if (order.paymentStatus !== 'PAID')
        throw new Error(`${when} the order is ${order.paymentStatus}`);
    },

    sendRequestsUntilEnd() {
      const failures: string[] = [];
      const running = new Set<Promise<void>>();
      let requestCount = 0;
      const sendOne = () =>
        new Promise<void>((resolve) => {
          const options = { agent: new Agent({ keepAlive: false }), timeout: 30_000 };
          get('http://127.0.0.1:4321/api/ott/public/getallgenres', options, (response) => {
            if (response.statusCode !== 200) failures.push(String(response.statusCode));
            response.resume().on('end', resolve);
          }).on('error', (error) => {
            failures.push(error.message);
            resolve();
          });
        });
      const timer = setInterval(() => {
        requestCount += 1;
        const call = sendOne().finally(() => running.delete(call));
        running.add(call);
      }, REQUEST_INTERVAL_MS);
      return {
        async end() {
          await pause(500);
          clearInterval(timer);
          await Promise.all(running);
          return { requestCount, failures };
        },
      };
    },
  };
}
