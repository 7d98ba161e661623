import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient as generateClient } from '@hey-api/openapi-ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import createFetchClient from 'openapi-fetch';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { signUserToken } from '#server/tokens.ts';
import { PROJECT } from '../support/project.ts';
import { purchaseSteps } from '../support/purchase.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const SERVICES = ['auth', 'ott', 'office'];
/** The addresses of streams and archives are in replies: a client never builds one. */
const ADDRESSES_IN_REPLIES = /\/openapi\.json$|\/playback\/|\/(archive|evidence)\/t\//;

const clock = aClock();
let server: TestServer;
let folder: string;
const documents: Record<string, any> = {};
beforeAll(async () => {
  server = await aServer({ clock });
  folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  for (const service of SERVICES)
    documents[service] = (await server.get(`/api/${service}/openapi.json`)).json;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sendToServer = (request: Request) => server.app.fetch(request);

describe.each(SERVICES)('the OpenAPI document of the service %s', (service) => {
  test('has no errors for Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(documents[service]), config });
    expect(
      problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ).toEqual([]);
  });

  test('has no errors for Spectral', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [spectralRulesets.oas as RulesetDefinition] });
    const problems = await linter.run(documents[service]);
    const errors = problems.filter(({ severity }) => severity === 0);
    expect(errors.map(({ message, path }) => `${path.join('.')}: ${message}`)).toEqual([]);
  });

  test('has every call of the service', () => {
    const served = server.app.routes
      .filter(({ path, method }) => path.startsWith(`/api/${service}/`) && method !== 'ALL')
      .filter(({ path }) => !ADDRESSES_IN_REPLIES.test(path));
    expect(served.length).toBeGreaterThan(5);
    const missing = served.filter(({ path, method }) => {
      const inDocument = path.slice(`/api/${service}`.length).replace(/:(\w+)/g, '{$1}');
      const operations = documents[service].paths[inDocument] ?? {};
      // Hono answers HEAD with the route of GET, and the tus upload has only HEAD.
      return !operations[method.toLowerCase()] && !(method === 'GET' && operations.head);
    });
    expect(missing.map(({ path, method }) => `${method} ${path}`)).toEqual([]);
  });
});

describe('the OpenAPI document of the streaming service', () => {
  const operation = (path: string, method = 'get') => documents['ott'].paths[path][method];

  test('names the media types of replies that are files', () => {
    const typesOf = (path: string) => Object.keys(operation(path).responses['200'].content).sort();
    expect(typesOf('/public/movies/{id}/card.png')).toEqual(['image/png']);
    expect(typesOf('/orders/{orderId}/ticket.ics')).toEqual(['text/calendar']);
    expect(typesOf('/orders/{orderId}/invoice')).toEqual([
      'application/json',
      'application/pdf',
      'text/html',
    ]);
    expect(typesOf('/movieorders/{movieId}')).toEqual(['application/json', 'text/csv']);
  });

  test('has one schema for an entity, and marks public calls', () => {
    expect(
      operation('/public/movies/{id}').responses['200'].content['application/json'].schema,
    ).toEqual({
      $ref: '#/components/schemas/Movie',
    });
    expect(operation('/public/movies/{id}').security).toEqual([]);
    expect(operation('/orders/{orderId}').security).toEqual([{ userToken: [] }]);
    expect(JSON.stringify(documents['ott'])).not.toContain('$defs');
  });

  test('has the codes of each refusal, by status', () => {
    const codesOf = (path: string, method: string, status: string) =>
      operation(path, method).responses[status].content['application/problem+json'].schema.allOf[1]
        .properties.code.enum;
    expect(codesOf('/orders/{orderId}', 'get', '404')).toEqual(['not_found', 'order_not_found']);
    expect(codesOf('/orders/{orderId}/reschedule', 'post', '409')).toEqual(
      expect.arrayContaining([
        'request_running',
        'ticket_not_paid',
        'ticket_over',
        'ticket_played',
      ]),
    );
    expect(codesOf('/orders', 'get', '400')).toContain('bad_sort');
    expect(operation('/public/getallgenres').responses).not.toHaveProperty('404');
  });

  test('has the real limits of size and sort', () => {
    const parameter = (path: string, name: string) =>
      operation(path).parameters.find((each: { name: string }) => each.name === name).schema;
    expect(parameter('/public/getallmovies', 'size')).toMatchObject({ minimum: 1, maximum: 100 });
    expect(parameter('/movieorders/{movieId}', 'size')).toMatchObject({ maximum: 100_000 });
    expect(parameter('/orders', 'sort').enum).toEqual(
      expect.arrayContaining(['orderDate', 'orderDate,desc', 'bookingStartTime,asc']),
    );
  });
});

describe('a client that is generated from the OpenAPI document', () => {
  const run = promisify(execFile);

  test('compiles and buys a ticket', { tags: ['deep'] }, async () => {
    const input = join(folder, 'ott.json');
    writeFileSync(input, JSON.stringify(documents['ott']));
    const output = join(folder, 'client');
    await generateClient({ input, output: { path: output }, logs: { level: 'silent' } });
    const tsc = join(PROJECT, 'node_modules/typescript-native/bin/tsc');
    const options =
      '--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler';
    const args = [
      tsc,
      ...options.split(' '),
      '--lib',
      'es2023,dom,dom.iterable',
      join(output, 'index.ts'),
    ];
    await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) =>
      expect(error.stdout).toBe(''),
    );

    const { client } = await import(join(output, 'client.gen.ts'));
    const sdk = await import(join(output, 'sdk.gen.ts'));
    const viewer = await server.aViewer();
    const token = signUserToken(
      server.config.secrets.tokenSecret,
      { ...viewer, roles: [] },
      clock.now(),
    );
    client.setConfig({
      baseUrl: 'http://cinema.test/api/ott',
      fetch: sendToServer,
      auth: () => token,
    });
    const film = await server.aFilm({ ticketRate: 0 });

    const list = await sdk.getPublicGetallmovies({ query: { size: 100, sort: 'movieId,desc' } });
    expect(list.data.content.map((each: { movieId: number }) => each.movieId)).toContain(
      film.movieId,
    );
    const booked = await sdk.postMoviesByMovieIdOrders({
      path: { movieId: film.movieId },
      body: { bookingStartTime: toWire(clock.now()), timezone: 'Asia/Kolkata' },
    });
    expect(booked.error).toBeUndefined();
    const card = await sdk.getPublicMoviesByIdCardPng({
      path: { id: film.movieId },
      parseAs: 'blob',
    });
    expect(card.data.type).toBe('image/png');
    const missing = await sdk.getPublicMoviesById({ path: { id: 999_999 } });
    expect(missing.error).toMatchObject({ code: 'movie_not_found', status: 404 });
  });

  test('is not needed: openapi-fetch reads a list, an order and a refusal', async () => {
    const { viewer, order } = await purchaseSteps(server).anUnpaidOrder();
    const token = signUserToken(
      server.config.secrets.tokenSecret,
      { ...viewer, roles: [] },
      clock.now(),
    );
    const client = createFetchClient<any>({
      baseUrl: 'http://cinema.test/api/ott',
      fetch: sendToServer as never,
    });
    const headers = { Authorization: `Bearer ${token}` };
    const found = await client.GET('/orders/{orderId}', {
      params: { path: { orderId: order.movieOrderId } },
      headers,
    });
    expect(found.data).toMatchObject({ orderNo: order.orderNo, paymentStatus: 'NEW' });
    const refused = await client.GET('/orders/{orderId}', {
      params: { path: { orderId: order.movieOrderId } },
    });
    expect(refused.error).toMatchObject({ code: 'token_invalid' });
  });
});
