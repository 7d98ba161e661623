import { beforeAll, describe, expect, test } from 'vitest';
import { DAY } from '#domain/limits/durations.ts';
import { placeMessages as text } from '#messages/places.ts';
import { readConfig } from '#server/config/read-config.ts';
import { countryOf } from '#server/ports/geo/country.ts';
import { createPhoton } from '#server/ports/geo/photon.ts';
import { createPlaces } from '#server/streaming/places/actions.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock });
});

describe('the country of an address', () => {
  test.each([
    ['8.8.8.8', 'US'],
    ['49.204.1.1', 'IN'],
    ['81.2.69.142', 'GB'],
    ['::ffff:49.204.1.1', 'IN'],
    ['64:ff9b::49.204.1.1', 'IN'],
    ['64:ff9b::31cc:101', 'IN'],
    ['0:0:0:0:0:FFFF:31CC:0101', 'IN'],
    ['2405:201::1', 'IN'],
    ['2409:4000::1', 'IN'],
    ['2a00:1450:4001::1%eth0', 'IE'],
    ['fd00::1', null],
    ['fe80::1', null],
    ['2001:db8::1', null],
    ['127.0.0.1', null],
    ['10.1.2.3', null],
    ['192.168.1.1', null],
    ['203.0.113.7', null],
    ['::1', null],
    ['8.8.8', null],
    ['8.8.8.8x', null],
    ['somebody', null],
    ['', null],
  ])('%s → %s', (address, country) => {
    expect(countryOf(address)).toBe(country);
  });

  test('is public and never cached', async () => {
    const { status, json, headers } = await server.get('/api/ott/public/geo');
    expect([status, json]).toEqual([200, { ip: '127.0.0.1', country: null }]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('uses the header of a proxy only if a proxy is configured', async () => {
    const headers = { 'X-Forwarded-For': '81.2.69.142, 49.204.1.1' };
    expect((await server.get('/api/ott/public/geo', { headers })).json).toEqual({
      ip: '127.0.0.1',
      country: null,
    });
    const behindProxy = await aServer({ clock, settings: { TRUST_PROXY: 'true' } });
    expect((await behindProxy.get('/api/ott/public/geo', { headers })).json).toEqual({
      ip: '49.204.1.1',
      country: 'IN',
    });
  });
});

describe('places by name', () => {
  const find = async (search: string, as?: { userId: number }) =>
    server.get(`/api/ott/places?search=${encodeURIComponent(search)}`, {
      as: as ?? (await server.aViewer()),
    });
  const names = async (search: string) =>
    (await find(search)).json.content.map(({ placeName }: { placeName: string }) => placeName);

  test('come with their coordinates', async () => {
    expect(await find('chenn')).toMatchObject({
      status: 200,
      json: {
        content: [{ placeName: 'Chennai, Tamil Nadu, India', latitude: 13.08, longitude: 80.27 }],
      },
    });
  });

  test('are found by former names, without accents, by several words, in any case', async () => {
    expect((await names('Bombay'))[0]).toBe('Mumbai, Maharashtra, India');
    expect((await names('sao paulo'))[0]).toBe('São Paulo, Brazil');
    expect((await names('SALEM tamil'))[0]).toBe('Salem, Tamil Nadu, India');
    expect(await names('nowhere at all')).toEqual([]);
    expect((await names('in')).length).toBeLessThanOrEqual(6);
  });

  test('need two letters and a signed-in viewer', async () => {
    expect(await find('c')).toMatchObject({ status: 422 });
    expect(await find(' c ')).toMatchObject({ status: 422 });
    expect(await server.get('/api/ott/places?search=chennai')).toMatchObject({
      status: 403,
      json: { code: 'token_invalid' },
    });
  });

  test('are requested from the provider once a day for any number of searches', async () => {
    await find('madurai');
    server.network.isUp = false;
    expect((await find(' MADURAI ')).status).toBe(200);
    clock.advance(DAY + 1);
    expect((await find('madurai')).status).toBe(503);
    server.network.isUp = true;
    expect((await find('madurai')).status).toBe(200); // failures are not cached
  });

  test('are unavailable with a helpful message while the provider is unreachable', async () => {
    server.network.isUp = false;
    const [viewer, reply] = [await server.aViewer(), await find('Kochi')];
    expect(reply).toMatchObject({
      status: 503,
      json: { code: 'places_away', message: text.searchUnavailable },
    });
    const place = { latitude: 9.93, longitude: 76.27 };
    expect(
      (await server.put(`/api/auth/userinfo/${viewer.userId}`, { as: viewer, body: place })).json
        .data,
    ).toMatchObject(place);
    server.network.isUp = true;
  });

  test('are limited to sixty searches a minute for each viewer', async () => {
    const [viewer, otherViewer] = [await server.aViewer(), await server.aViewer()];
    const statuses = [];
    for (let count = 0; count < 62; count++) statuses.push((await find('pune', viewer)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const refused = await find('pune', viewer);
    expect(refused).toMatchObject({ status: 429, json: { message: text.tooManySearches } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await find('pune', otherViewer)).status).toBe(200);
  });
});

describe('the place at a point', () => {
  const at = async (latitude: unknown, longitude: unknown) =>
    server.get(`/api/ott/places/at?latitude=${latitude}&longitude=${longitude}`, {
      as: await server.aViewer(),
    });

  test('has the name of the nearest place and the coordinates of the pin', async () => {
    expect((await at(13.0712, 80.2409)).json).toEqual({
      place: { placeName: 'Chennai, Tamil Nadu, India', latitude: 13.0712, longitude: 80.2409 },
    });
  });

  test('is null on the open sea', async () => {
    expect((await at(-40, 80)).json).toEqual({ place: null });
  });

  test('needs valid coordinates', async () => {
    expect((await at(91, 0)).status).toBe(422);
    expect((await at('here', 0)).status).toBe(422);
  });

  test('is unavailable while the provider is unreachable', async () => {
    server.network.isUp = false;
    expect(await at(48.2, 16.37)).toMatchObject({ status: 503, json: { code: 'places_away' } });
    server.network.isUp = true;
  });
});

describe('the provider', () => {
  const requests: { url: URL; headers: Headers }[] = [];
  const photonReplying = (reply: unknown, status = 200) =>
    createPhoton({
      baseUrl: 'https://photon.example',
      origin: 'https://matinee.example',
      fetch: async (input, init) => {
        requests.push({ url: new URL(String(input)), headers: new Headers(init?.headers) });
        return Response.json(reply, { status });
      },
    });
  const point = (properties: object) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [13.24, 52.51] },
    properties,
  });

  test('receives the search text and the address of our server, but nothing about the viewer', async () => {
    await photonReplying({ features: [] }).search('Anna Salai');
    const { url, headers } = requests.at(-1)!;
    expect(url.href).toBe('https://photon.example/api?q=Anna+Salai&limit=6&lang=en');
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json',
      'user-agent': 'Matinee (https://matinee.example)',
    });
  });

  test('is asked for the district or town of a pin, not for a building', async () => {
    await photonReplying({ features: [] }).reverseGeocode(13.071, 80.241);
    const { searchParams } = requests.at(-1)!.url;
    expect(searchParams.getAll('layer')).toEqual(['locality', 'district', 'city', 'county']);
    expect([searchParams.get('lat'), searchParams.get('lon')]).toEqual(['13.071', '80.241']);
  });

  test('may return an address, a duplicate place or a malformed feature', async () => {
    const stadium = point({
      name: 'Olympiastadion',
      street: 'Olympischer Platz',
      housenumber: '3',
      city: 'Berlin',
      state: 'Berlin',
      country: 'Germany',
    });
    const photon = photonReplying({
      features: [stadium, stadium, { type: 'Feature', geometry: null }, point({ name: 7 })],
    });
    expect(await photon.search('olymp')).toEqual([
      {
        placeName: 'Olympiastadion, Olympischer Platz 3, Berlin, Germany',
        latitude: 52.51,
        longitude: 13.24,
      },
    ]);
  });

  test.each([
    ['a refusal', { message: 'no' }, 400, 'refused'],
    ['a server error', {}, 502, 'unreachable'],
    ['another document', { hello: 'world' }, 200, 'garbled'],
  ])('causes an error with %s', async (_, reply, status, kind) => {
    await expect(photonReplying(reply, status).search('x y')).rejects.toMatchObject({
      name: 'ProviderError',
      kind,
    });
  });
});

describe('the map', () => {
  const tile = (path: string) => server.get(`/sandbox/places/tiles/${path}`);

  test('uses the configured tiles, or the sample tiles without a setting', async () => {
    const as = await server.aViewer();
    const { json } = await server.get('/api/ott/places/tiles', { as });
    expect(json).toEqual({
      tileUrl: 'http://server.test/sandbox/places/tiles/{z}/{x}/{y}.svg',
      attribution: text.sampleMap,
    });
    expect((await server.get('/api/ott/places/tiles')).status).toBe(403);
  });

  test('is drawn the same every time, with the cities in their places', async () => {
    const first = await tile('7/92/59.svg'); // Chennai
    expect(first.headers.get('content-type')).toBe('image/svg+xml');
    expect(first.text).toContain('>Chennai<');
    expect((await tile('7/92/59.svg')).text).toBe(first.text);
    expect((await tile('11/700/700.svg')).text).not.toContain('<circle');
  });

  test('has no tile outside the world', async () => {
    for (const path of [
      '0/1/0.svg',
      '20/0/0.svg',
      '3/0/8.svg',
      '3/x/1.svg',
      '3/0/1.png',
      '-1/0/0.svg',
    ])
      expect((await tile(path)).status, path).toBe(404);
  });

  test('is disabled in production until it is configured', async () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://server@database/matinee',
      ORIGIN: 'https://matinee.example',
      TOKEN_SECRET: '9f2c41d07be85a63',
      OTP_PEPPER: 'kP3vN8xQz1LwR5tY',
    };
    const read = (settings: object) =>
      readConfig({ ...production, ...settings }, () => expect.unreachable());
    expect(read({})).toMatchObject({ places: null, mapTiles: null });
    const tiles = {
      MAP_TILE_URL: 'https://tiles.example/{z}/{x}/{y}.png',
      MAP_ATTRIBUTION: '© the map makers',
    };
    expect(read({ ...tiles, PLACES_URL: 'https://photon.example' })).toMatchObject({
      places: { baseUrl: 'https://photon.example' },
      mapTiles: { tileUrl: tiles.MAP_TILE_URL, attribution: '© the map makers' },
    });
    expect(() => read({ MAP_TILE_URL: tiles.MAP_TILE_URL })).toThrow('MAP_ATTRIBUTION');
    expect(() => read({ ...tiles, MAP_TILE_URL: 'https://tiles.example/map.png' })).toThrow(
      'MAP_TILE_URL',
    );
    expect(() => read({ PLACES_URL: 'http://localhost:4321/sandbox/places' })).toThrow(
      'PLACES_URL',
    );
  });

  test('and the search give a message when they are disabled', async () => {
    const places = createPlaces({
      ...server.deps,
      photon: null,
      config: { ...server.config, mapTiles: null },
    });
    const viewer = { ...(await server.aViewer()), roles: [] };
    expect(() => places.mapTiles()).toThrow(text.tilesMissing);
    await expect(places.search(viewer, 'Kochi')).rejects.toMatchObject({
      status: 503,
      message: text.searchUnavailable,
    });
    await expect(
      places.findByPoint(viewer, { latitude: 9.93, longitude: 76.27 }),
    ).rejects.toMatchObject({
      status: 503,
    });
  });
});
