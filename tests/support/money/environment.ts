import { Hono } from 'hono';
import pino from 'pino';
import { createSandbox } from '#sandbox/sandbox.ts';
import { readConfig } from '#server/config/read-config.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { openHouse } from '#server/house.ts';
import { caller, type Clock, SECRETS } from '../house.ts';
import { makers } from '../makers.ts';
import { aSharedDatabase } from './connections.ts';
import type { Moment } from './fuse.ts';

const ORIGIN = 'http://house.test';
const NO_JOBS = { wake: () => undefined, work: async () => undefined, stop: async () => undefined };

/** A provider's message on its way: it comes when, as often and to which process the play says. */
export interface Letter {
  path: string;
  body: string;
  headers: Record<string, string>;
}

export type Process = Awaited<ReturnType<MoneyWorld['start']>>;
export type MoneyWorld = Awaited<ReturnType<typeof aMoneyWorld>>;

/** Two processes of the house on one database, before providers that outlive them. */
export async function aMoneyWorld(clock: Clock) {
  const shared = await aSharedDatabase();
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: 'memory:', ORIGIN, LOG_LEVEL: 'silent' }, () => SECRETS);
  const letters: Letter[] = [];
  const sandbox = createSandbox({
    origin: ORIGIN,
    webhookUrl: `${ORIGIN}/api/ott/payments/webhooks/razorpay`,
    now: clock.now,
    ...SANDBOX_CREDENTIALS,
    fetch: async (input, { body, headers } = {}) => {
      const { pathname: path } = new URL(input as string);
      letters.push({ path, body: body as string, headers: headers as Record<string, string> });
      return new Response(null, { status: 202 });
    },
  });
  const providers = new Hono().route('/sandbox', sandbox.app);
  const deaths: Moment[] = [];

  async function start() {
    const { database, fuse } = shared.connect();
    const house = await openHouse(config, {
      database,
      now: clock.now,
      log: pino({ level: 'silent' }),
      jobs: NO_JOBS,
      fetch: async (input, init) => {
        fuse.pass('request');
        const answer = await providers.request(new Request(input, init));
        fuse.pass('answer');
        return answer;
      },
    });
    return { deps: house.deps, fuse, ...caller(house.app, config, clock) };
  }

  const processes = [await start(), await start()];

  return {
    clock,
    letters,
    processes,
    deaths,
    ...makers(shared.root.db, clock),
    rows: async <Row>(sql: string, ...values: unknown[]) => (await shared.root.query(sql, values)).rows as Row[],
    script: shared.root.script,
    start,
    /** A new process takes the place of one that may have died. */
    async restart(place: number) {
      const { fuse } = processes[place]!;
      const diedAt = fuse.diedAt();
      if (diedAt) deaths.push(diedAt);
      else fuse.die();
      processes[place] = await start();
    },
    /** Scripts the providers, or asks what they did. */
    async providers(command: object) {
      const response = await providers.request('/sandbox/control', asJson(command));
      return (await response.json()) as Record<string, any[]>;
    },
    /** What a payer does in a provider's popup; null when the provider refuses. */
    async payer(path: string, body: object) {
      const response = await providers.request(`/sandbox/${path}`, asJson(body));
      return response.ok ? ((await response.json()) as Record<string, string>) : null;
    },
    /** Resolves when the providers have written all their letters. */
    written: () => sandbox.idle(),
    async close() {
      sandbox.close();
      await shared.close();
    },
  };
}

const asJson = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
