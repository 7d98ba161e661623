import { createHash } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DownloadGrant } from '#contract/playback.ts';
import { DAY, MINUTE } from '#domain/limits/durations.ts';
import {
  DOWNLOAD_GRANTS_PER_HOUR,
  DOWNLOAD_LEASE_SECONDS,
  downloadFiles,
} from '#domain/downloads.ts';
import { PackageManifest } from '#domain/playlist.ts';
import {
  DOWNLOAD_BYTES_PER_SECOND,
  MAX_DOWNLOAD_WAIT_SECONDS,
} from '#server/site/pace-downloads.ts';
import { aMediaDir, aPlaybackServer, type PlaybackServer } from '../support/playback-server.ts';

const START = new Date('2026-11-21T13:30:00Z');
const FILES = ['manifest.json', '240p/init.mp4', '240p/00000.m4s', 'captions/ta.vtt'];
const LEASE_MS = DOWNLOAD_LEASE_SECONDS * 1000;

let server: PlaybackServer;
let mediaDir: string;

beforeAll(async () => {
  mediaDir = await aMediaDir();
  server = await aPlaybackServer(mediaDir);
}, 30_000);
beforeEach(() => server.setClock(START));
afterAll(() => rm(mediaDir, { recursive: true }));

/** A ticket whose window opens in two days. */
async function aTicketAhead() {
  const [viewer, movie] = [await server.aViewer(), await server.aPlayableFilm()];
  const bookingStartTime = new Date(START.getTime() + 2 * DAY);
  const bookingEndTime = new Date(START.getTime() + 3 * DAY);
  const order = await server.aTicket(viewer, movie, { bookingStartTime, bookingEndTime });
  return { viewer, movie, order };
}
type TestTicket = Awaited<ReturnType<typeof aTicketAhead>>;

const request = (
  viewer: TestTicket['viewer'] | null,
  { movieOrderId }: TestTicket['order'],
  headers?: Record<string, string>,
) => server.call(viewer, 'POST', `/orders/${movieOrderId}/download`, {}, headers);

async function grantOf(
  { viewer, order }: TestTicket,
  headers?: Record<string, string>,
): Promise<DownloadGrant> {
  const reply = await request(viewer, order, headers);
  expect(reply.status).toBe(200);
  return (await reply.json()) as DownloadGrant;
}

async function statusesOf({ media }: DownloadGrant, headers?: Record<string, string>) {
  const replies = await Promise.all(
    FILES.map((file) => server.get(`${media.base}${file}${media.query}`, undefined, headers)),
  );
  return [...new Set(replies.map(({ status }) => status))];
}

const codeOf = async (reply: Response) => `${reply.status} ${(await reply.json()).code}`;

test('a ticket opens the encrypted files of its film two days before its window, but no film and no key', async () => {
  const ticket = await aTicketAhead();
  const grant = await grantOf(ticket);
  expect(grant).toMatchObject({ packageKey: 'a-film', expiresAt: '21-11-2026 13:35:00' });
  expect(await statusesOf(grant)).toEqual([200]);
  const { viewer, movie } = ticket;
  const opening = await server.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId });
  expect(await codeOf(opening)).toBe('402 ticket_required');
  for (const file of [
    'keys.json',
    'keys/0',
    'poster.jpg',
    '240p/../keys.json',
    '240p/..%2Fkeys.json',
  ])
    expect((await server.get(`${grant.media.base}${file}`)).status, file).toBe(403);
});

test('downloads that the server cannot send soon are refused for a minute, the segments of a viewer are not', async () => {
  const busyServer = await aPlaybackServer(mediaDir);
  busyServer.setClock(START);
  const [viewer, movie] = [await busyServer.aViewer(), await busyServer.aPlayableFilm()];
  const order = await busyServer.aTicket(viewer, movie);
  const { media } = await (
    await busyServer.call(viewer, 'POST', `/orders/${order.movieOrderId}/download`)
  ).json();
  const large = join(mediaDir, 'packages/a-film/240p/large.m4s');
  await writeFile(large, '');
  await truncate(large, (MAX_DOWNLOAD_WAIT_SECONDS + 5) * DOWNLOAD_BYTES_PER_SECOND);
  const sending = await busyServer.get(`${media.base}240p/large.m4s`);
  const refused = await busyServer.get(`${media.base}240p/00000.m4s`);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60']);
  const opened = (
    await (
      await busyServer.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId })
    ).json()
  ).data[0];
  expect((await busyServer.get(`${opened.media.base}240p/00000.m4s`)).status).toBe(200);
  await sending.body!.cancel();
  expect((await busyServer.get(`${media.base}240p/00000.m4s`)).status).toBe(200);
});

test('a HEAD request says the size of a file and costs the downloads nothing', async () => {
  const busyServer = await aPlaybackServer(mediaDir);
  busyServer.setClock(START);
  const [viewer, movie] = [await busyServer.aViewer(), await busyServer.aPlayableFilm()];
  const order = await busyServer.aTicket(viewer, movie);
  const { media } = await (
    await busyServer.call(viewer, 'POST', `/orders/${order.movieOrderId}/download`)
  ).json();
  const size = (MAX_DOWNLOAD_WAIT_SECONDS + 5) * DOWNLOAD_BYTES_PER_SECOND;
  const large = join(mediaDir, 'packages/a-film/240p/head.m4s');
  await writeFile(large, '');
  await truncate(large, size);
  for (let count = 0; count < 3; count++) {
    const reply = await busyServer.app.request(`${media.base}240p/head.m4s`, { method: 'HEAD' });
    expect([reply.status, reply.headers.get('Content-Length')]).toEqual([200, String(size)]);
  }
  expect((await busyServer.get(`${media.base}240p/00000.m4s`)).status).toBe(200);
});

test('a grant names the renditions with their sizes', async () => {
  const { renditions, isEstimate } = await grantOf(await aTicketAhead());
  expect(isEstimate).toBe(true);
  expect(renditions).toEqual([
    {
      name: '240p',
      kind: 'video',
      codecs: 'avc1.640015',
      bandwidth: 300_000,
      width: 426,
      height: 240,
      bytes: (300_000 * 7200) / 8,
    },
  ]);
});

test('a grant opens its folder for five minutes, and never after the window', async () => {
  const ticket = await aTicketAhead();
  const grant = await grantOf(ticket);
  server.setClock(new Date(START.getTime() + LEASE_MS - 1000));
  expect(await statusesOf(grant)).toEqual([200]);
  server.setClock(new Date(START.getTime() + LEASE_MS));
  expect(await statusesOf(grant)).toEqual([403]);

  const end = START.getTime() + 3 * DAY;
  server.setClock(new Date(end - MINUTE));
  const last = await grantOf(ticket);
  expect(last.expiresAt).toBe('24-11-2026 13:30:00');
  server.setClock(new Date(end));
  expect(await statusesOf(last)).toEqual([403]);
  expect(await codeOf(await request(ticket.viewer, ticket.order))).toBe('402 ticket_required');
});

test('another account and a signed-out caller get no grant', async () => {
  const { viewer, order } = await aTicketAhead();
  const stranger = await aTicketAhead();
  expect(await codeOf(await request(stranger.viewer, order))).toBe('404 order_not_found');
  expect(await codeOf(await request(viewer, stranger.order))).toBe('404 order_not_found');
  expect(await codeOf(await request(null, order))).toBe('403 token_invalid');
});

test.each([
  [
    'another ticket',
    ({ base }: DownloadGrant['media']) =>
      base.replace(/\.(\d+)\./, (_, id) => `.${Number(id) + 1}.`),
  ],
  ['no ticket', ({ base }: DownloadGrant['media']) => base.replace(/\.\d+\./, '.')],
  [
    'the folder of another film',
    ({ base }: DownloadGrant['media']) => base.replace('a-film', 'another-film'),
  ],
  [
    'a later end',
    ({ base }: DownloadGrant['media']) =>
      base.replace(/signed\/(\d+)/, (_, until) => `signed/${Number(until) + 60}`),
  ],
])('a grant that is changed to %s opens nothing', async (_, change) => {
  const grant = await grantOf(await aTicketAhead());
  const base = change(grant.media);
  expect(base).not.toBe(grant.media.base);
  expect(await statusesOf({ ...grant, media: { ...grant.media, base } })).toEqual([403]);
});

test('a playback folder does not become a download', async () => {
  const [viewer, movie] = [await server.aViewer(), await server.aPlayableFilm()];
  const order = await server.aTicket(viewer, movie);
  const opened = await server.call(viewer, 'POST', '/playmovieweb', { movieId: movie.movieId });
  const { media } = (await opened.json()).data[0] as { media: { base: string } };
  const asDownload = media.base.replace(/signed\/(\d+)\./, `signed/$1.${order.movieOrderId}.`);
  for (const file of FILES)
    expect((await server.get(`${asDownload}${file}`)).status, file).toBe(403);
});

test('a copied grant opens nothing in another network', async () => {
  const grant = await grantOf(await aTicketAhead(), { 'X-Forwarded-For': '203.0.113.7' });
  expect(await statusesOf(grant, { 'X-Forwarded-For': '203.0.113.200' })).toEqual([200]);
  expect(await statusesOf(grant, { 'X-Forwarded-For': '198.51.100.9' })).toEqual([403]);
});

test.each(['NEW', 'PROCESSING', 'CANCELLED', 'REFUNDED'] as const)(
  'a ticket that is %s gets no grant',
  async (status) => {
    const { viewer, order } = await aTicketAhead();
    await server.setPaymentStatus(order, status);
    expect(await codeOf(await request(viewer, order))).toBe('402 ticket_required');
  },
);

test('a film without a package is not ready', async () => {
  const [viewer, movie] = [await server.aViewer(), await server.aFilmWithoutPackage()];
  const order = await server.aTicket(viewer, movie);
  expect(await codeOf(await request(viewer, order))).toBe('503 film_not_ready');
});

test('a ticket gets at most sixty grants an hour', async () => {
  const ticket = await aTicketAhead();
  for (let count = 0; count < DOWNLOAD_GRANTS_PER_HOUR; count++) await grantOf(ticket);
  const refused = await request(ticket.viewer, ticket.order);
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true]);
  await grantOf(await aTicketAhead());
});

test('the digests and sizes in a package are of its encrypted files', async () => {
  const folder = 'scripts/sample/packages/night-of-the-fair';
  const manifest = PackageManifest.parse(
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  );
  const files = downloadFiles(manifest, '480p');
  expect(files.map(({ uri }) => uri).slice(0, 7)).toEqual([
    '480p/init.mp4',
    'audio/init.mp4',
    'captions/en.vtt',
    'captions/kn.vtt',
    'sprite.webp',
    '480p/00000.m4s',
    'audio/00000.m4s',
  ]);
  const segments = files.filter(({ uri }) => uri.endsWith('.m4s'));
  expect(segments.length).toBe(2 * 22);
  for (const { uri, bytes, sha256 } of segments) {
    const content = await readFile(join(folder, uri));
    expect([content.length, createHash('sha256').update(content).digest('base64url')], uri).toEqual(
      [bytes, sha256],
    );
  }
});
