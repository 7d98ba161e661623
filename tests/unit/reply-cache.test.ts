import { Hono } from 'hono';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint, PUBLIC_GET, SHORT_CACHE } from '#contract/endpoint.ts';
import type { CachedUntil } from '#server/http/serve-endpoint.ts';
import { createReplyCache } from '#server/reply-cache.ts';

const list = endpoint(PUBLIC_GET, '/list', {
  summary: 'A list',
  query: z.object({ page: z.string().optional() }),
  reply: z.object({ text: z.string() }),
  cache: SHORT_CACHE,
});
const LONG_TEXT = 'A long evening. '.repeat(200);

/** An app with one cached endpoint, whose reply is `text` with the count of its calls. */
function anApp({
  cachedUntil = 'catalogueChange' as CachedUntil,
  checkMs = 60_000,
  maxBytes = 2 ** 20,
} = {}) {
  const source = {
    version: '1' as string | null,
    calls: 0,
    checks: 0,
    status: 200,
    text: 'film',
  };
  const cache = createReplyCache({
    readVersion: async () => {
      source.checks += 1;
      return source.version;
    },
    checkMs,
    maxBytes,
  });
  const app = new Hono();
  app.get(list.path, cache.middleware(list, cachedUntil));
  app.use(async (context, next) => {
    await next();
    context.res.headers.set('X-Request-Id', 'of-the-call');
  });
  app.get(list.path, async (context) => {
    source.calls += 1;
    await Promise.resolve(); // so that requests that arrive together overlap
    if (source.status !== 200) return context.json({ code: 'refused' }, source.status as 404);
    return context.json({ text: `${source.text} ${source.calls}` });
  });
  const get = async (path = '/list', headers: Record<string, string> = {}) => {
    const response = await app.request(path, { headers });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const textOf = async (path?: string, headers?: Record<string, string>) =>
    (JSON.parse(String((await get(path, headers)).bytes)) as { text: string }).text;
  return { source, get, textOf };
}

describe('the reply cache', () => {
  it('reads a reply once while the version stays, and again when it rises', async () => {
    const { source, textOf } = anApp({ checkMs: 0 });
    expect([await textOf(), await textOf()]).toEqual(['film 1', 'film 1']);
    source.version = '2';
    expect([await textOf(), await textOf()]).toEqual(['film 2', 'film 2']);
  });

  it('checks the version once for all requests of an interval', async () => {
    const { source, textOf } = anApp();
    for (let left = 5; left > 0; left--) await textOf(`/list?page=${left}`);
    expect(source.checks).toBe(1);
  });

  it('keeps a reply without a version only until the next check', async () => {
    for (const options of [{ version: null }, { cachedUntil: 'nextCheck' as const }]) {
      const { source, textOf } = anApp({ checkMs: 0, ...options });
      if ('version' in options) source.version = null;
      expect([await textOf(), await textOf()]).toEqual(['film 1', 'film 2']);
    }
    const { source, textOf } = anApp();
    source.version = null;
    expect([await textOf(), await textOf()]).toEqual(['film 1', 'film 1']);
  });

  it('runs a call once for requests that arrive together', async () => {
    const { source, textOf } = anApp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => textOf()));
    expect(new Set(answers)).toEqual(new Set(['film 1']));
    expect(source.calls).toBe(1);
  });

  it('has one entry for each address, without parameters that the call does not know', async () => {
    const { textOf } = anApp();
    expect(await textOf('/list?page=1&x=1')).toBe('film 1');
    expect(await textOf('/list?y=2&page=1')).toBe('film 1');
    expect(await textOf('/list?page=2')).toBe('film 2');
    // A value cannot look like another parameter.
    expect(await textOf('/list?page=1%22,%222')).toBe('film 3');
  });

  it('never keeps an error', async () => {
    const { source, get, textOf } = anApp();
    source.status = 404;
    const together = await Promise.all([get(), get()]);
    expect(together.map(({ status }) => status)).toEqual([404, 404]);
    source.status = 200;
    expect(await textOf()).toBe('film 3');
  });

  it('is not used for no-cache and for pages of other origins', async () => {
    const { textOf } = anApp();
    expect(await textOf()).toBe('film 1');
    expect(await textOf('/list', { 'Cache-Control': 'no-cache' })).toBe('film 2');
    expect(await textOf('/list', { Origin: 'https://other.test' })).toBe('film 3');
    expect(await textOf()).toBe('film 1');
  });

  it('stays within its bytes', async () => {
    const { source, textOf } = anApp({ maxBytes: 20_000 });
    source.text = LONG_TEXT;
    await textOf('/list?page=1');
    for (let page = 2; page < 9; page++) await textOf(`/list?page=${page}`);
    expect(await textOf('/list?page=8')).toContain(' 8');
    expect(await textOf('/list?page=1')).toContain(' 9');
  });

  it('compresses replies from 1 kB on, and answers 304 to a known ETag', async () => {
    const { source, get } = anApp();
    expect(
      (await get('/list', { 'Accept-Encoding': 'br' })).headers.get('Content-Encoding'),
    ).toBeNull();
    source.text = LONG_TEXT;
    const plain = await get('/list?page=1');
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, bytes } = await get('/list?page=1', { 'Accept-Encoding': encoding });
      expect(headers.get('Content-Encoding')).toBe(encoding);
      expect(headers.get('Vary')).toBe('Accept-Encoding');
      expect(decode(bytes).equals(plain.bytes)).toBe(true);
    }
    const etag = plain.headers.get('ETag')!;
    // One tag for the plain and the compressed bodies, so it is weak.
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const strong = etag.slice('W/'.length);
    for (const known of [etag, strong, `"other", ${etag}`, '*'])
      expect((await get('/list?page=1', { 'If-None-Match': known })).status, known).toBe(304);
    expect((await get('/list?page=1', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('gives each response its own request id', async () => {
    const { get } = anApp();
    expect((await get()).headers.get('X-Request-Id')).toBe('of-the-call');
    expect((await get('/list', { 'X-Request-Id': 'mine' })).headers.get('X-Request-Id')).toBe(
      'mine',
    );
  });
});
