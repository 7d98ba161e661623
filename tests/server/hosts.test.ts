import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Server } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filmPagePath } from '#domain/film-page-path.ts';
import { pageHeaders } from '#domain/security-headers.ts';
import { caddyFile } from '#rebuild/hosts/caddy.ts';
import { nginxFile } from '#rebuild/hosts/nginx.ts';
import { headersFile, redirectsFile } from '#rebuild/hosts/redirects.ts';
import { BODY_LIMIT_MB } from '#rebuild/hosts/rules.ts';
import { EMBED_SCRIPT, href, type Route, routes, shellPath } from '#routes.ts';
import { aCaddy, anNginx, hasCaddy, hasNginx, execCommand } from '../support/debian-services.ts';
import { aServer, type TestServer } from '../support/test-server.ts';
import { aFreePort, waitUntil } from '../support/server-process.ts';

const PROXIES = [
  { name: 'nginx', isInstalled: hasNginx, start: anNginx, file: nginxFile },
  { name: 'Caddy', isInstalled: hasCaddy, start: aCaddy, file: caddyFile },
];
const WITHOUT_TLS = { hostNames: ['localhost'], tls: null, redirectFrom: null };
const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const serversAt = (address: string) => ({ auth: [address], streaming: [address] });
const BODY = '<p>a page that is long enough for compression</p>'.repeat(40);

let server: TestServer;
let api: Server;
let folder: string;
let siteDir: string;

/** Creates a release with one page for each route. The page's title is the route's name. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-hosts-'));
  const release = join(folder, 'release');
  const put = (path: string, body: string) => {
    mkdirSync(dirname(join(release, path)), { recursive: true });
    writeFileSync(join(release, path), body);
  };
  for (const [name, { path, build }] of Object.entries(routes) as [string, Route][])
    put(
      `${build === 'page' ? path : shellPath(path)}/index.html`,
      `<!doctype html><title>${name}</title>${BODY}`,
    );
  put('404.html', '<title>Page Not Found</title>');
  put(`movies/search/language/தமிழ்/index.html`, '<title>a prebuilt list</title>');
  put(filmPagePath('key7Ab-_x')!, '<title>a built film</title>');
  put('_astro/page.abc123.js', `export const long = '${'x'.repeat(2000)}';`);
  put(EMBED_SCRIPT, 'export {};');
  put('.release.json', '{}');
  siteDir = join(folder, 'site');
  symlinkSync('release', siteDir);
  server = await aServer({ settings: { SITE_DIR: siteDir } });
  await server.aFilm({ movieKey: 'newer0001', movieName: 'Newer' });
  await server.aFilm({ movieKey: 'hidden001', movieName: 'Hidden', active: 'N' });
  api = serve({ fetch: server.app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
}, 120_000);

afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true, force: true });
});

test('nginx compresses the same types with brotli as with gzip, if it has the module', () => {
  const options = {
    ...WITHOUT_TLS,
    siteDir,
    port: 80,
    servers: serversAt('http://127.0.0.1:4321'),
    isHttps: true,
  };
  const typesOf = (file: string, name: string) =>
    new RegExp(`^ +${name}_types (.*);$`, 'm').exec(file)?.[1];
  const file = nginxFile({ ...options, hasBrotli: true });
  expect(typesOf(file, 'brotli')).toContain('application/json');
  expect(typesOf(file, 'brotli')).toBe(typesOf(file, 'gzip'));
  expect(nginxFile(options)).not.toContain('brotli');
});

describe.each(PROXIES)('$name with its generated file', ({ name, isInstalled, start, file }) => {
  let host: Awaited<ReturnType<typeof anNginx>>;
  beforeAll(async () => {
    if (!isInstalled) return;
    const port = await aFreePort();
    host = await start(
      file({ ...WITHOUT_TLS, siteDir, port, servers: serversAt(addressOf(api)), isHttps: true }),
      port,
    );
  }, 60_000);
  afterAll(() => host?.stop());

  const request = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${host.origin}${path}`, { headers, redirect: 'manual' });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      title: /<title>(.*?)<\/title>/.exec(text)?.[1],
      text,
    };
  };
  const it = (behaviour: string, work: () => Promise<void>) =>
    test.skipIf(!isInstalled)(behaviour, work);

  it('serves every route of the cinema, whatever its parameters', async () => {
    for (const [route, { path, build }] of Object.entries(routes) as [
      keyof typeof routes,
      Route,
    ][]) {
      if (build === 'film') continue;
      const address = path.replace(/\{\w+\}/g, 'some%20value%3B2');
      for (const each of [address, `${address.replace(/\/$/, '')}/`, `${address}?page=2`])
        expect(await request(each), `${name}: ${each}`).toMatchObject({
          status: 200,
          title: route,
        });
    }
  });

  it('prefers a built page to the shell', async () => {
    expect(await request(href('moviesByLanguage', { languages: 'தமிழ்' }))).toMatchObject({
      status: 200,
      title: 'a prebuilt list',
    });
  });

  it('finds a film by its key, with any slug', async () => {
    for (const slug of ['a-built-film', 'கடல்', 'another-name'])
      expect(await request(`/v/${encodeURIComponent(slug)}/key7Ab-_x`)).toMatchObject({
        status: 200,
        title: 'a built film',
      });
  });

  it('proxies to the server for a film that the release lacks', async () => {
    expect((await request('/v/newer/newer0001')).status).toBe(200);
    expect((await request('/v/old-name/newer0001')).headers.get('location')).toBe(
      '/v/newer/newer0001',
    );
    expect((await request('/v/hidden/hidden001')).status).toBe(410);
    expect((await request('/v/nothing/nothing01')).status).toBe(404);
  });

  it('redirects from a link that a chat has lengthened, cut or written in other case', async () => {
    const film = '/v/newer/newer0001';
    const ends = ['.', ')', '%20', '%22', '%E2%80%8B', '),%20'];
    for (const link of [
      ...ends.map((end) => film + end),
      '/V/newer/newer0001',
      '/v/%E0%B4/newer0001',
    ])
      expect((await request(`${link}?from=chat`)).headers.get('location'), link).toBe(
        `${film}?from=chat`,
      );
    expect((await request('/MOVIES.')).headers.get('location')).toBe('/movies');
  });

  it('answers 404 with the site’s page, also for internal files of a release and for the server’s sandboxes', async () => {
    const files = [
      '/films/_x/key7Ab-_x.html',
      '/.release.json',
      '//.release.json',
      '/%2erelease.json',
    ];
    const sandbox = ['/sandbox/inbox.json', '//sandbox/inbox.json', '/%73andbox/inbox.json'];
    expect((await server.app.request(sandbox[0]!)).status).toBe(200);
    for (const path of ['/nowhere', '/movies/nowhere/at/all', ...files, ...sandbox])
      expect(await request(path), path).toMatchObject({ status: 404, title: 'Page Not Found' });
  });

  it('lets browsers cache scripts forever and revalidate pages', async () => {
    const { headers } = await request('/_astro/page.abc123.js');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await request('/movies')).headers.get('cache-control')).toBe(
      'public, max-age=0, must-revalidate',
    );
    expect((await request('/v/x/key7Ab-_x')).headers.get('cache-control')).toBe(
      'public, max-age=0, must-revalidate',
    );
  });

  it('compresses responses', async () => {
    for (const path of ['/movies', '/_astro/page.abc123.js']) {
      const { headers, text } = await request(path, { 'Accept-Encoding': 'gzip' });
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(text.length).toBeGreaterThan(1000);
    }
  });

  it('sends the server’s headers once with every page', async () => {
    for (const path of ['/movies', '/v/x/key7Ab-_x', '/v/newer/newer0001', '/nowhere']) {
      const { headers } = await request(path);
      for (const [header, value] of Object.entries(pageHeaders({ isHttps: true })))
        expect([path, header, headers.get(header)]).toEqual([path, header, value]);
    }
  });

  it('lets other sites load the script of the ticket button, and no other file', async () => {
    const policyOf = async (path: string) =>
      (await request(path)).headers.get('cross-origin-resource-policy');
    expect([await policyOf(EMBED_SCRIPT), await policyOf('/_astro/page.abc123.js')]).toEqual([
      'cross-origin',
      'same-origin',
    ]);
  });

  it('passes API responses through unchanged', async () => {
    const { status, headers, text } = await request('/api/ott/public/getalllanguages');
    expect([status, JSON.parse(text)]).toEqual([200, { content: expect.any(Array) }]);
    expect(headers.get('cache-control')).toMatch(/s-maxage/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    expect((await request('/api/ott/orders')).headers.get('cache-control')).toBe('no-store');
  });
});

describe.each(PROXIES)('$name, while the server is unreachable', ({ isInstalled, start, file }) => {
  test.skipIf(!isInstalled)(
    'serves the built pages, and the film shell for other films',
    async () => {
      const port = await aFreePort();
      const host = await start(
        file({
          ...WITHOUT_TLS,
          siteDir,
          port,
          servers: serversAt('http://127.0.0.1:1'),
          isHttps: true,
        }),
        port,
      );
      const request = async (path: string) => {
        const response = await fetch(`${host.origin}${path}`);
        return [response.status, /<title>(.*?)<\/title>/.exec(await response.text())?.[1]];
      };
      // In parallel, because Caddy tries to reach the server for three seconds.
      const [built, newer, calls, unknown] = await Promise.all(
        ['/v/x/key7Ab-_x', '/v/newer/newer0001', '/api/ott/public/getallgenres', '/nowhere'].map(
          request,
        ),
      );
      expect(built).toEqual([200, 'a built film']);
      expect(newer).toEqual([200, 'publicMovie']);
      expect(calls![0]).toBeGreaterThanOrEqual(502);
      expect(unknown).toEqual([404, 'Page Not Found']);
      host.stop();
    },
  );
});

describe.each(PROXIES)('$name with TLS', ({ isInstalled, start, file }) => {
  let port: number;
  let redirectFrom: number;
  let certificate: string;
  let host: Awaited<ReturnType<typeof anNginx>>;
  let apis: Server[] = [];
  const it = (behaviour: string, work: () => Promise<void>) =>
    test.skipIf(!isInstalled)(behaviour, work);

  beforeAll(async () => {
    if (!isInstalled) return;
    [port, redirectFrom] = [await aFreePort(), await aFreePort()];
    certificate = join(folder, 'certificate.pem');
    const key = join(folder, 'key.pem');
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    await execCommand(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
      ].concat(subject, ['-keyout', key, '-out', certificate]),
    );
    apis = await Promise.all(['auth', 'streaming'].map(anApi));
    const [auth, streaming] = apis.map(addressOf);
    const servers = { auth: [auth!], streaming: [streaming!] };
    const tls = { certificate, key };
    host = await start(
      file({
        hostNames: ['localhost', 'www.localhost'],
        siteDir,
        port,
        redirectFrom,
        isHttps: true,
        tls,
        servers,
      }),
      port,
      { isTls: true, redirectFrom },
    );
  }, 60_000);
  afterAll(() => {
    host?.stop();
    apis.forEach((each) => each.close());
  });

  async function anApi(role: string) {
    const { app } = await aServer({ settings: { ROLE: role, SITE_DIR: siteDir } });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    return server;
  }

  const request = async (path: string, { method = 'GET', body = '', name = 'localhost' } = {}) => {
    const session = connect(`https://localhost:${port}`, { ca: readFileSync(certificate) });
    const stream = session.request({
      ':path': path,
      ':method': method,
      ':authority': `${name}:${port}`,
      'content-type': 'application/json',
    });
    stream.on('error', () => undefined);
    if (body) stream.end(body);
    const response = once(stream, 'response') as Promise<[Record<string, string | number>]>;
    const [headers] = await Promise.race([
      response,
      once(stream, 'close').then(() => [{}] as const),
    ]);
    session.destroy();
    return headers as Record<string, string | number>;
  };

  it('supports HTTP/2 and sends Strict-Transport-Security', async () => {
    expect(await request('/movies')).toMatchObject({
      ':status': 200,
      'strict-transport-security': 'max-age=63072000',
    });
  });

  it('redirects http', async () => {
    const { status, headers } = await fetch(`http://localhost:${redirectFrom}/movies?genre=Drama`, {
      redirect: 'manual',
    });
    expect([301, 308]).toContain(status);
    // Caddy omits the port: it expects a router to map another port to 443.
    expect(headers.get('location')!.replace(`:${port}`, '')).toBe(
      'https://localhost/movies?genre=Drama',
    );
  });

  it('proxies to the process of each service, and to streaming for a film that the release lacks', async () => {
    expect((await request('/api/auth/healthz'))[':status']).toBe(200);
    expect((await request('/api/ott/public/getalllanguages'))[':status']).toBe(200);
    expect((await request('/api/ott/readyz'))[':status']).toBe(200);
    expect((await request('/v/nothing/nothing01'))[':status']).toBe(404);
  });

  it('refuses a body above the server’s limit', async () => {
    const body = 'x'.repeat(BODY_LIMIT_MB * 2 ** 20 + 1);
    const statusOf = async () =>
      (await request('/api/ott/orders', { method: 'POST', body }))[':status'];
    // Again, because Node's client can lose a response that arrives while it still sends.
    expect(await waitUntil('a response arrived', statusOf, 60_000)).toBe(413);
  });
});

test('the file for Caddy switches its administration off', () => {
  const options = /^\{\n(.*?)^\}/ms.exec(
    caddyFile({ ...WITHOUT_TLS, siteDir, port: 80, servers: serversAt('http://a'), isHttps: true }),
  );
  expect(options![1]).toMatch(/^ {2}admin off$/m);
});

test.skipIf(!hasCaddy)(
  'the access log of Caddy has the address of the caller, and no token, signature or header',
  async () => {
    const port = await aFreePort();
    const text = caddyFile({
      ...WITHOUT_TLS,
      siteDir,
      port,
      servers: serversAt(addressOf(api)),
      isHttps: true,
    });
    const host = await aCaddy(text, port);
    try {
      await fetch(`${host.origin}/media/signed/a-signature/t/a-secret-token/film.m3u8`, {
        headers: { 'X-Mine': 'a-header' },
      });
      const lines = () =>
        host
          .output()
          .split('\n')
          .filter((line) => line.includes('http.log.access'));
      const found = await waitUntil('Caddy has logged the request', async () => lines()[0]);
      expect(JSON.parse(found)).toMatchObject({
        request: { remote_ip: '127.0.0.1', method: 'GET', uri: '/media/signed/…/t/…/film.m3u8' },
        status: 403,
      });
      expect(found).not.toMatch(/a-secret|a-signature|a-header|X-Mine/);
    } finally {
      host.stop();
    }
  },
);

test.each(PROXIES)('the file for $name names TRUST_PROXY=true', ({ file }) => {
  const text = file({
    ...WITHOUT_TLS,
    siteDir,
    port: 80,
    servers: serversAt('http://127.0.0.1:4321'),
    isHttps: false,
  });
  expect(
    text
      .split('\n')
      .filter((line) => line.startsWith('#'))
      .join('\n'),
  ).toContain('TRUST_PROXY=true');
});

describe('_redirects and _headers', () => {
  test('contain every route with parameters, and 404 last', () => {
    const lines = redirectsFile().trim().split('\n');
    expect(lines).toContain('/movies-details/:part1 /movies-details/_/index.html 200');
    expect(lines).toContain('/v/:name/:key /v/_/_/index.html 200');
    expect(lines.at(-1)).toBe('/* /404.html 404');
    const shells = Object.values(routes).filter(({ build }) => build !== 'page');
    expect(lines).toHaveLength(shells.length + 1);
  });

  test('contain the server’s headers, and HSTS only with https', () => {
    for (const isHttps of [true, false])
      for (const [name, value] of Object.entries(pageHeaders({ isHttps })))
        expect(headersFile({ isHttps })).toContain(`  ${name}: ${value}\n`);
    expect(headersFile({ isHttps: true })).toContain('Strict-Transport-Security: max-age=');
    expect(headersFile({ isHttps: false })).not.toContain('Strict-Transport-Security');
  });

  test('let browsers cache scripts forever', () => {
    expect(headersFile({ isHttps: true })).toContain(
      '/_astro/*\n  ! Cache-Control\n  Cache-Control: public, max-age=31536000, immutable',
    );
  });
});
