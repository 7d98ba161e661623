import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { aBank } from '../bank.ts';
import type { Machine } from './machine.ts';

const HOST = 'cinema.example';
/** Caddy's own authority, as Debian's package keeps it. */
const AUTHORITY = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';
const MOBILE = '9876543210';
const ASK_EVERY_MS = 50;

interface Ask {
  method?: string;
  body?: object;
  token?: string;
}

/** A viewer of the machine's cinema, who reaches it by TLS and trusts no certificate but Caddy's. */
export function aVisitorOf(machine: Machine, bank: Awaited<ReturnType<typeof aBank>>) {
  let token: string | undefined;
  let orderId: number | undefined;

  const ask = (path: string, { method = 'GET', body, token: bearer }: Ask = {}) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const headers = {
        Host: HOST,
        'Content-Type': 'application/json',
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
      };
      const ca = readFileSync(join(machine.root, AUTHORITY));
      const call = request({ host: '127.0.0.1', port: 443, servername: HOST, ca, path, method, headers }, (response) =>
        text(response).then((answer) => resolve({ status: response.statusCode!, body: answer }), reject),
      );
      call.on('error', reject);
      call.end(body && JSON.stringify(body));
    });
  const json = async (path: string, options?: Ask) => {
    const { status, body } = await ask(path, options);
    if (status >= 300) throw new Error(`${path}: ${status} ${body}`);
    return JSON.parse(body) as any;
  };

  return {
    /** The film's number; null as long as the home page does not name it. */
    async filmOnHomePage(name: string): Promise<number | null> {
      const { body } = await ask('/');
      if (!body.includes(name)) return null;
      const { content } = await json('/api/ott/public/streamingnow?size=10');
      return content.find((film: { movieNameEnglish: string; movieName: string }) => film.movieName === name).movieId;
    },

    async buy(movieId: number, bookingStartTime: string) {
      await json('/api/auth/users/registerbyphone', { method: 'POST', body: { mobileno: MOBILE, countryCode: '91' } });
      const [code] = await bank.codesTo(`91${MOBILE}`);
      const session = await json('/api/auth/users/login', {
        method: 'POST',
        body: { username: MOBILE, password: code },
      });
      token = session.token;
      const body = { bookingStartTime, timezone: 'Asia/Kolkata' };
      const order = await json(`/api/ott/movies/${movieId}/orders`, { method: 'POST', body, token });
      orderId = order.movieOrderId;
      const path = `/api/ott/orders/${orderId}`;
      const checkout = await json(`${path}/checkout`, { method: 'POST', body: { provider: 'razorpay' }, token });
      const proof = await bank.pay(checkout.order_id);
      await json(`${path}/payment`, { method: 'PUT', body: { paymentStatus: 'PAID', ...proof }, token });
    },

    async expectTicket(when: string) {
      const order = await json(`/api/ott/orders/${orderId}`, { token });
      if (order.paymentStatus !== 'PAID') throw new Error(`${when} the order is ${order.paymentStatus}`);
    },

    /** Asks the server on a new connection each time, until `end`. */
    keepAsking() {
      const failed: string[] = [];
      const running = new Set<Promise<void>>();
      let asked = 0;
      const once = () =>
        new Promise<void>((resolve) => {
          const options = { agent: new Agent({ keepAlive: false }), timeout: 30_000 };
          get('http://127.0.0.1:4321/api/ott/public/getallgenres', options, (response) => {
            if (response.statusCode !== 200) failed.push(String(response.statusCode));
            response.resume().on('end', resolve);
          }).on('error', (error) => {
            failed.push(error.message);
            resolve();
          });
        });
      const timer = setInterval(() => {
        asked += 1;
        const call = once().finally(() => running.delete(call));
        running.add(call);
      }, ASK_EVERY_MS);
      return {
        async end() {
          await pause(500);
          clearInterval(timer);
          await Promise.all(running);
          return { asked, failed };
        },
      };
    },
  };
}
