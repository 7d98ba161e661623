import { Hono } from 'hono';
import pino from 'pino';
import { createSandbox } from '#sandbox/sandbox.ts';
import { readConfig } from '#server/config/read-config.ts';
import { SANDBOX_CREDENTIALS } from '#server/config/sandbox-credentials.ts';
import { openServer } from '#server/server.ts';
import type { Clock } from '../test-now.ts';
import { createClient, SECRETS } from '../test-server.ts';
import { createFactories } from '../factories.ts';
import { aSharedDatabase } from './connections.ts';
import type { CrashPoint } from './crash-trigger.ts';

const ORIGIN = 'http://server.test';
const NO_JOBS = {
  enqueue: () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
};

/** A webhook that a provider sent. The steps decide when, how often and to which process it is delivered. */
export interface PendingWebhook {
  path: string;
  body: string;
  headers: Record<string, string>;
}

export type Process = Awaited<ReturnType<PaymentEnvironment['startProcess']>>;
export type PaymentEnvironment = Awaited<ReturnType<typeof aPaymentEnvironment>>;

/** Two server processes on one database, with provider sandboxes that survive their crashes. */
export async function aPaymentEnvironment(clock: Clock) {
  const shared = await aSharedDatabase();
  const config = readConfig(
    { NODE_ENV: 'test', DATABASE_URL: 'memory:', ORIGIN, LOG_LEVEL: 'silent' },
    () => SECRETS,
  );
  const pendingWebhooks: PendingWebhook[] = [];
  const sandbox = createSandbox({
    origin: ORIGIN,
    webhookUrl: `${ORIGIN}/api/ott/payments/webhooks/razorpay`,
    now: clock.now,
    ...SANDBOX_CREDENTIALS,
    fetch: async (input, { body, headers } = {}) => {
      const { pathname: path } = new URL(input as string);
      pendingWebhooks.push({
        path,
        body: body as string,
        headers: headers as Record<string, string>,
      });
      return new Response(null, { status: 202 });
    },
  });
  const providers = new Hono().route('/sandbox', sandbox.app);
  const crashPoints: CrashPoint[] = [];

  async function startProcess() {
    const { database, crashTrigger } = shared.connect();
    const server = await openServer(config, {
      database,
      now: clock.now,
      log: pino({ level: 'silent' }),
      jobs: NO_JOBS,
      fetch: async (input, init) => {
        crashTrigger.reach('request');
        const response = await providers.request(new Request(input, init));
        crashTrigger.reach('response');
        return response;
      },
    });
    return { deps: server.deps, crashTrigger, ...createClient(server.app, config, clock) };
  }

  const processes = [await startProcess(), await startProcess()];

  return {
    clock,
    pendingWebhooks,
    processes,
    crashPoints,
    ...createFactories(shared.root.db, clock),
    queryRows: async <Row>(sql: string, ...values: unknown[]) =>
      (await shared.root.query(sql, values)).rows as Row[],
    runSql: shared.root.runSql,
    rootDb: shared.root.db,
    startProcess,
    /** Replaces a process, which may have crashed. */
    async restartProcess(index: number) {
      const { crashTrigger } = processes[index]!;
      const crashedAt = crashTrigger.crashedAt();
      if (crashedAt) crashPoints.push(crashedAt);
      else crashTrigger.crash();
      processes[index] = await startProcess();
    },
    async controlProviders(command: object) {
      const response = await providers.request('/sandbox/control', asJson(command));
      return (await response.json()) as Record<string, any[]>;
    },
    /** Pays in a provider's popup. Null if the provider refuses. */
    async payAtProvider(path: string, body: object) {
      const response = await providers.request(`/sandbox/${path}`, asJson(body));
      return response.ok ? ((await response.json()) as Record<string, string>) : null;
    },
    /** Resolves when the provider sandboxes have created all webhooks. */
    waitForWebhooks: () => sandbox.waitUntilIdle(),
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
