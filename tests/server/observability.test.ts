import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pino from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { aServer, type TestServer } from '../support/test-server.ts';
import { PROJECT } from '../support/project.ts';
import { waitFor } from '../support/wait-for.ts';

let server: TestServer;
let listening: Promise<number>;
const lines: string[] = [];
const log = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

beforeAll(async () => {
  const { createLog } = await import('#server/log.ts');
  server = await aServer({
    settings: { PORT: '0' },
    log: createLog('debug', { write: (line) => void lines.push(line) } as pino.DestinationStream),
  });
  listening = server.listen();
}, 120_000);

const metrics = async () => (await server.get('/api/ott/metrics')).text;
const valueOf = (text: string, name: string) =>
  Number(
    new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN,
  );

describe('X-Forwarded-For', () => {
  const warnings = () => log().filter(({ setting }) => setting === 'TRUST_PROXY');

  test('without TRUST_PROXY logs one warning with the remedy and without an address', async () => {
    await server.get('/api/ott/public/getallgenres');
    expect(warnings()).toEqual([]);
    const headers = { 'X-Forwarded-For': '203.0.113.9' };
    for (const path of [
      '/api/ott/public/getallgenres',
      '/api/auth/healthz',
      '/api/nothing',
      '/media/signed/nothing',
    ])
      await server.get(path, { headers });
    expect(warnings()).toMatchObject([
      { level: 40, msg: expect.stringContaining('set TRUST_PROXY=true') },
    ]);
    expect(lines.join('')).not.toContain('203.0.113.9');
  });
});

describe('The metrics', () => {
  test('include everything that the dashboard shows', async () => {
    const dashboard = readFileSync(join(PROJECT, 'scripts/observability/grafana.json'), 'utf8');
    const dashboardMetrics = new Set(
      [...dashboard.matchAll(/\b(?:matinee|process|nodejs)_\w+/g)].map(([name]) => name),
    );
    const metricsText = await metrics();
    const missing = [...dashboardMetrics].filter(
      (name) =>
        name !== 'matinee' && !metricsText.includes(`# TYPE ${name.replace(/_bucket$/, '')} `),
    );
    expect(dashboardMetrics.size).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  test('count the orders that wait for a payment', async () => {
    const before = valueOf(await metrics(), 'matinee_payments_open{status="NEW"}') || 0;
    await server.anOrder(await server.aViewer(), await server.aFilm(), { paymentStatus: 'NEW' });
    expect(valueOf(await metrics(), 'matinee_payments_open{status="NEW"}')).toBe(before + 1);
  });

  test('count sent codes', async () => {
    const sent = async () => valueOf(await metrics(), 'matinee_otp_sent_total{kind="mobile"}') || 0;
    const before = await sent();
    await server.post('/api/auth/users/registerbyphone', {
      body: { mobileno: '9812300001', countryCode: '91' },
    });
    expect(await sent()).toBe(before + 1);
  });
});

describe('A request’s id', () => {
  test('is on every log line of the request', async () => {
    lines.length = 0;
    await server.get('/api/ott/public/getalllanguages', {
      headers: { 'X-Request-Id': 'from-a-browser-1' },
    });
    const written = log().filter(({ requestId }) => requestId === 'from-a-browser-1');
    expect(written.length).toBeGreaterThan(0);
  });

  test.runIf(process.env['TEST_DATABASE_URL'])(
    'is sent to PostgreSQL with the statement',
    async () => {
      const { runWithRequestId } = await import('#server/observe/request.ts');
      const { rows } = await runWithRequestId('from-a-browser-2', () =>
        server.database.query('select query from pg_stat_activity where pid = pg_backend_pid()'),
      );
      expect(rows[0]!['query']).toMatch(/^\/\* request from-a-browser-2 \*\/ select query/);
    },
  );
});

describe('A cut-off request body', () => {
  const LENGTHS = {
    'of a known length': ['Content-Length: 100', '{"page":'],
    'in chunks': ['Transfer-Encoding: chunked', '8\r\n{"page":'],
  };
  const CALLS = [
    '/api/ott/faults',
    '/api/auth/users/registerbyphone',
    '/api/ott/payments/webhooks/razorpay',
  ];

  test.each(Object.entries(LENGTHS))('%s logs no error', async (_, [header, begun]) => {
    lines.length = 0;
    const port = await listening;
    const served = () => log().filter(({ msg, method }) => msg === 'served' && method === 'POST');
    for (const path of CALLS) {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${header}`;
      socket.write(`${head}\r\n\r\n${begun}`, () => socket.destroy());
    }
    await waitFor(() => expect(served()).toHaveLength(CALLS.length));
    expect(served().map(({ status }) => status)).toEqual(CALLS.map(() => 400));
    expect(log().filter(({ level }) => Number(level) > 20)).toEqual([]);
    expect(log().filter(({ msg }) => msg === 'the request body was cut off')).toHaveLength(
      CALLS.length,
    );
  });
});

describe('A script error in a browser', () => {
  const report = (body: object) => server.post('/api/ott/faults', { body });

  test('is logged with the name of its page and counted', async () => {
    lines.length = 0;
    expect(
      (
        await report({
          page: 'movieDetails',
          message: 'x is not a function',
          at: '/_astro/a.js:1:2',
        })
      ).status,
    ).toBe(204);
    expect(log().find(({ msg }) => msg === 'a browser reported a script error')).toMatchObject({
      fault: { page: 'movieDetails', message: 'x is not a function' },
    });
    expect(
      valueOf(await metrics(), 'matinee_client_errors_total{page="movieDetails"}'),
    ).toBeGreaterThan(0);
  });

  test('brings no number, address or unknown page into the log', async () => {
    lines.length = 0;
    await report({ page: '/movies-details/7', message: 'of 9812345678, someone@example.com' });
    const text = lines.join('');
    expect(text).toContain('a browser reported a script error');
    expect(text).not.toMatch(/9812345678|someone@|movies-details/);
  });

  test('is accepted twenty times an hour from one address', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 22; count++)
      statuses.push((await report({ page: 'home', message: 'again' })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
