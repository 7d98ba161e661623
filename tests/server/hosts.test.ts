import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Server } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filmFile } from '#domain/film-file.ts';
import { pageHeaders } from '#domain/security-headers.ts';
import { caddyFile } from '#rebuild/hosts/caddy.ts';
import { nginxFile } from '#rebuild/hosts/nginx.ts';
import { headersFile, redirectsFile } from '#rebuild/hosts/redirects.ts';
import { href, type Route, routes, shellPath } from '#routes.ts';
import { aCaddy, anNginx, hasCaddy, hasNginx, run } from '../support/debian-services.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aFreePort } from '../support/server-process.ts';

const KINDS = [
  { name: 'nginx', isHere: hasNginx, start: anNginx, file: nginxFile },
  { name: 'Caddy', isHere: hasCaddy, start: aCaddy, file: caddyFile },
];
const PLAIN = { names: ['localhost'], tls: null, redirectFrom: null };
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const both = (address: string) => ({ auth: [address], streaming: [address] });
const BODY = '<p>a page of some length, so that it is worth pressing</p>'.repeat(40);

let house: TestHouse;
let api: Server;
let folder: string;
let siteDir: string;

/** A release with one page for every route, that says which it is. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-hosts-'));
  const release = join(folder, 'release');
  const put = (path: string, body: string) => {
    mkdirSync(dirname(join(release, path)), { recursive: true });
    writeFileSync(join(release, path), body);
  };
  for (const [name, { path, build }] of Object.entries(routes) as [string, Route][])
    put(`${build === 'page' ? path : shellPath(path)}/index.html`, `<!doctype html><title>${name}</title>${BODY}`);
  put('404.html', '<title>Page Not Found</title>');
  put(`movies/search/language/தமிழ்/index.html`, '<title>a prebuilt list</title>');
  put(filmFile('key7Ab-_x')!, '<title>a built film</title>');
  put('_astro/page.abc123.js', `export const long = '${'x'.repeat(2000)}';`);
  put('.release.json', '{}');
  siteDir = join(folder, 'site');
  symlinkSync('release', siteDir);
  house = await aHouse({ settings: { SITE_DIR: siteDir } });
  await house.aFilm({ movieKey: 'fresh0001', movieName: 'Fresh' });
  await house.aFilm({ movieKey: 'gone00001', movieName: 'Gone', active: 'N' });
  api = serve({ fetch: house.app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
}, 120_000);

afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(KINDS)('$name, by the file that is made for it', ({ name, isHere, start, file }) => {
  let host: Awaited<ReturnType<typeof anNginx>>;
  beforeAll(async () => {
    if (!isHere) return;
    const port = await aFreePort();
    host = await start(file({ ...PLAIN, siteDir, port, servers: both(addressOf(api)), isHttps: true }), port);
  }, 60_000);
  afterAll(() => host?.stop());

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${host.origin}${path}`, { headers, redirect: 'manual' });
    const text = await response.text();
    return { status: response.status, headers: response.headers, title: /<title>(.*?)<\/title>/.exec(text)?.[1], text };
  };
  const it = (behaviour: string, work: () => Promise<void>) => test.skipIf(!isHere)(behaviour, work);

  it('serves every route of the cinema, whatever its parameters', async () => {
    for (const [route, { path, build }] of Object.entries(routes) as [keyof typeof routes, Route][]) {
      if (build === 'list') continue;
      const address = path.replace(/\{\w+\}/g, 'some%20value%3B2');
      for (const each of [address, `${address.replace(/\/$/, '')}/`, `${address}?page=2`])
        expect(await ask(each), `${name}: ${each}`).toMatchObject({ status: 200, title: route });
    }
  });

  it('prefers a page that was built to the one for every value', async () => {
    expect(await ask(href('moviesByLanguage', { languages: 'தமிழ்' }))).toMatchObject({
      status: 200,
      title: 'a prebuilt list',
    });
  });

  it('finds a film by its key, whatever its name', async () => {
    for (const slug of ['a-built-film', 'கடல்', 'another-name'])
      expect(await ask(`/v/${encodeURIComponent(slug)}/key7Ab-_x`)).toMatchObject({
        status: 200,
        title: 'a built film',
      });
  });

  it('asks the house for a film that the release has not', async () => {
    expect((await ask('/v/fresh/fresh0001')).status).toBe(200);
    expect((await ask('/v/old-name/fresh0001')).headers.get('location')).toBe('/v/fresh/fresh0001');
    expect((await ask('/v/gone/gone00001')).status).toBe(410);
    expect((await ask('/v/nothing/nothing01')).status).toBe(404);
  });

  it('says 404 with the house’s own page, and shows nothing of a release’s inside', async () => {
    const inner = ['/films/_x/key7Ab-_x.html', '/.release.json', '//.release.json', '/%2erelease.json'];
    for (const path of ['/nowhere', '/movies/nowhere/at/all', ...inner])
      expect(await ask(path), path).toMatchObject({ status: 404, title: 'Page Not Found' });
  });

  it('lets scripts be kept for ever, and pages be asked for anew', async () => {
    const { headers } = await ask('/_astro/page.abc123.js');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await ask('/movies')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect((await ask('/v/x/key7Ab-_x')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  });

  it('presses what is sent', async () => {
    for (const path of ['/movies', '/_astro/page.abc123.js', '/v/x/key7Ab-_x'].slice(0, 2)) {
      const { headers, text } = await ask(path, { 'Accept-Encoding': 'gzip' });
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(text.length).toBeGreaterThan(1000);
    }
  });

  it('sends the house’s headers with every page, once', async () => {
    for (const path of ['/movies', '/v/x/key7Ab-_x', '/v/fresh/fresh0001', '/nowhere']) {
      const { headers } = await ask(path);
      for (const [header, value] of Object.entries(pageHeaders({ isHttps: true })))
        expect([path, header, headers.get(header)]).toEqual([path, header, value]);
    }
  });

  it('hands the API’s answers on as they are', async () => {
    const { status, headers, text } = await ask('/api/ott/public/getalllanguages');
    expect([status, JSON.parse(text)]).toEqual([200, { content: expect.any(Array) }]);
    expect(headers.get('cache-control')).toMatch(/s-maxage/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect((await ask('/api/ott/orders')).headers.get('cache-control')).toBe('no-store');
  });
});

describe.each(KINDS)('$name, while the house is away', ({ isHere, start, file }) => {
  test.skipIf(!isHere)('shows the pages that it has, and the page for new films for one that it has not', async () => {
    const port = await aFreePort();
    const host = await start(
      file({ ...PLAIN, siteDir, port, servers: both('http://127.0.0.1:1'), isHttps: true }),
      port,
    );
    const ask = async (path: string) => {
      const response = await fetch(`${host.origin}${path}`);
      return [response.status, /<title>(.*?)<\/title>/.exec(await response.text())?.[1]];
    };
    expect(await ask('/v/x/key7Ab-_x')).toEqual([200, 'a built film']);
    expect(await ask('/v/fresh/fresh0001')).toEqual([200, 'publicMovie']);
    expect((await ask('/api/ott/public/getallgenres'))[0]).toBeGreaterThanOrEqual(502);
    host.stop();
  });
});

describe.each(KINDS)('$name with TLS', ({ isHere, start, file }) => {
  let port: number;
  let redirectFrom: number;
  let certificate: string;
  let host: Awaited<ReturnType<typeof anNginx>>;
  let apis: Server[] = [];
  const it = (behaviour: string, work: () => Promise<void>) => test.skipIf(!isHere)(behaviour, work);

  beforeAll(async () => {
    if (!isHere) return;
    [port, redirectFrom] = [await aFreePort(), await aFreePort()];
    certificate = join(folder, 'certificate.pem');
    const key = join(folder, 'key.pem');
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    await run(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'].concat(subject, [
        '-keyout',
        key,
        '-out',
        certificate,
      ]),
    );
    apis = await Promise.all(['auth', 'streaming'].map(anApi));
    const [auth, streaming] = apis.map(addressOf);
    const servers = { auth: [auth!], streaming: [streaming!] };
    const tls = { certificate, key };
    host = await start(
      file({ names: ['localhost', 'www.localhost'], siteDir, port, redirectFrom, isHttps: true, tls, servers }),
      port,
      { isTls: true, redirectFrom },
    );
  }, 60_000);
  afterAll(() => {
    host?.stop();
    apis.forEach((each) => each.close());
  });

  async function anApi(role: string) {
    const { app } = await aHouse({ settings: { ROLE: role, SITE_DIR: siteDir } });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    return server;
  }

  const ask = async (path: string, { method = 'GET', body = '', name = 'localhost' } = {}) => {
    const session = connect(`https://localhost:${port}`, { ca: readFileSync(certificate) });
    const stream = session.request({
      ':path': path,
      ':method': method,
      ':authority': `${name}:${port}`,
      'content-type': 'application/json',
    });
    stream.on('error', () => undefined);
    if (body) stream.end(body);
    const [headers] = (await once(stream, 'response')) as [Record<string, string | number>];
    session.destroy();
    return headers;
  };

  it('speaks HTTP/2, and tells browsers to stay with https', async () => {
    expect(await ask('/movies')).toMatchObject({ ':status': 200, 'strict-transport-security': 'max-age=63072000' });
  });

  it('redirects http', async () => {
    const { status, headers } = await fetch(`http://localhost:${redirectFrom}/movies?genre=Drama`, {
      redirect: 'manual',
    });
    expect([301, 308]).toContain(status);
    // Caddy takes another port than 443 for one that a router maps.
    expect(headers.get('location')!.replace(`:${port}`, '')).toBe('https://localhost/movies?genre=Drama');
  });

  it('asks the process of each service, and the streaming service for a film that the release lacks', async () => {
    expect((await ask('/api/auth/healthz'))[':status']).toBe(200);
    expect((await ask('/api/ott/public/getalllanguages'))[':status']).toBe(200);
    expect((await ask('/api/ott/readyz'))[':status']).toBe(200);
    expect((await ask('/v/nothing/nothing01'))[':status']).toBe(404);
  });

  it('refuses a body that the server would not take', async () => {
    expect((await ask('/api/ott/orders', { method: 'POST', body: 'x'.repeat(13 * 2 ** 20) }))[':status']).toBe(413);
  });
});

test.each(KINDS)('the file for $name names the setting that the server behind it needs', ({ file }) => {
  const text = file({ ...PLAIN, siteDir, port: 80, servers: both('http://127.0.0.1:4321'), isHttps: false });
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('#'))
      .join('\n'),
  ).toContain('TRUST_PROXY=true');
});

describe('_redirects and _headers', () => {
  test('name a page for every address with parameters, and 404 last', () => {
    const lines = redirectsFile().trim().split('\n');
    expect(lines).toContain('/movies-details/:part1 /movies-details/_/index.html 200');
    expect(lines).toContain('/v/:name/:key /v/_/_/index.html 200');
    expect(lines.at(-1)).toBe('/* /404.html 404');
    const shells = Object.values(routes).filter(({ build }) => build !== 'page');
    expect(lines).toHaveLength(shells.length + 1);
  });

  test('send the headers of the server, and HSTS only where the site is reached over https', () => {
    for (const isHttps of [true, false])
      for (const [name, value] of Object.entries(pageHeaders({ isHttps })))
        expect(headersFile({ isHttps })).toContain(`  ${name}: ${value}\n`);
    expect(headersFile({ isHttps: true })).toContain('Strict-Transport-Security: max-age=');
    expect(headersFile({ isHttps: false })).not.toContain('Strict-Transport-Security');
  });

  test('keep scripts for ever', () => {
    expect(headersFile({ isHttps: true })).toContain(
      '/_astro/*\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, immutable',
    );
  });
});
