import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { PaymentStatus } from '#domain/payment-states.ts';
import type { PackageManifest } from '#domain/playlist.ts';
import { orders } from '#server/db/schema/booking.ts';
import { packages } from '#server/db/schema/catalogue.ts';
import type { Viewer } from '#server/deps.ts';
import { openMediaStore } from '#server/ports/media/store.ts';
import { encryptSegment } from '#server/ports/media/ingest/segment-cipher.ts';
import { signUserToken } from '#server/tokens.ts';
import { aServer, type TestServer } from './test-server.ts';

export const FILM_SECONDS = 7200;
const KEYS = ['00112233445566778899aabbccddeeff', 'ffeeddccbbaa99887766554433221100'];

/** A media segment that starts with a `moof` box, as players expect. */
export const plainSegment = (index: number) =>
  Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from('moof'), Buffer.from(`part ${index}   `)]);

const manifest: PackageManifest = {
  version: 1,
  durationSeconds: FILM_SECONDS,
  renditions: [
    {
      name: '240p',
      kind: 'video',
      width: 426,
      height: 240,
      bandwidth: 300_000,
      codecs: 'avc1.640015',
      init: '240p/init.mp4',
      segments: [0, 1].map((index) => ({
        uri: `240p/0000${index}.m4s`,
        durationSeconds: FILM_SECONDS / 2,
        keyIndex: index,
      })),
    },
  ],
  captions: [{ language: 'ta', label: 'தமிழ்', uri: 'captions/ta.vtt' }],
  poster: 'poster.jpg',
  sprite: { uri: 'sprite.webp', columns: 1, rows: 1, width: 160, height: 90, everySeconds: 5 },
};

/** Creates a MEDIA_DIR with the package of one film, and the package of another film next to it. */
export async function aMediaDir() {
  const mediaDir = await mkdtemp(join(tmpdir(), 'media-'));
  const write = async (file: string, content: string | Buffer) => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  const put = (name: string, content: string | Buffer) =>
    write(join(mediaDir, 'packages', name), content);
  await write(join(mediaDir, 'site/404.html'), 'Page Not Found');
  await put('a-film/240p/init.mp4', Buffer.from('clear init'));
  for (const index of [0, 1])
    await put(
      `a-film/240p/0000${index}.m4s`,
      encryptSegment(plainSegment(index), Buffer.from(KEYS[index]!, 'hex'), index),
    );
  await put('a-film/captions/ta.vtt', 'WEBVTT\n');
  await put('a-film/poster.jpg', 'a picture');
  await put('a-film/manifest.json', JSON.stringify(manifest));
  await put('a-film/keys.json', JSON.stringify({ keys: KEYS }));
  await put('another-film/240p/init.mp4', 'not yours');
  return mediaDir;
}

/** A package of the sample cinema, which has captions. */
export const SAMPLE_PACKAGE = 'scripts/sample/packages/night-of-the-fair';

/** Stores the package of a folder. Returns its row. */
export async function aSamplePackage(
  { database: { db } }: Pick<TestServer, 'database'>,
  mediaDir: string,
  folder = SAMPLE_PACKAGE,
) {
  const {
    packageKey,
    manifest: stored,
    keys,
  } = await openMediaStore(mediaDir).storePackage(folder);
  const [row] = await db
    .insert(packages)
    .values({ packageKey, manifest: stored, keys })
    .returning();
  return row!;
}

/** A film with the package of `aMediaDir`. */
export async function aPlayableFilm({
  database: { db },
  aFilm,
}: Pick<TestServer, 'database' | 'aFilm'>) {
  const [stored] = await db
    .insert(packages)
    .values({ packageKey: 'a-film', manifest, keys: KEYS })
    .onConflictDoUpdate({ target: packages.packageKey, set: { manifest } })
    .returning();
  return aFilm({ packageId: stored!.packageId });
}

export async function aPlaybackServer(mediaDir: string) {
  const server = await aServer({
    settings: { MEDIA_DIR: mediaDir, SITE_DIR: join(mediaDir, 'site'), TRUST_PROXY: 'true' },
  });
  const { app, clock, config, database } = server;
  const { db } = database;

  const setPaymentStatus = (order: { movieOrderId: number }, paymentStatus: PaymentStatus) =>
    db.update(orders).set({ paymentStatus }).where(eq(orders.movieOrderId, order.movieOrderId));

  const tokenOf = (viewer: Viewer) =>
    signUserToken(config.secrets.tokenSecret, viewer, clock.now());

  return {
    app,
    aViewer: server.aViewer,
    aFilmWithoutPackage: () => server.aFilm({ packageId: null }),
    aPlayableFilm: () => aPlayableFilm(server),
    aTicket: server.anOrder,
    setPaymentStatus,
    tokenOf,
    setClock: clock.set,

    get: async (
      path: string,
      playToken?: string,
      headers: Record<string, string> = {},
    ): Promise<Response> =>
      app.request(path, {
        headers: { ...headers, ...(playToken && { Authorization: `Bearer ${playToken}` }) },
      }),

    /** Sends a request to the streaming service, signed out if `viewer` is null. */
    call: async (
      viewer: Viewer | null,
      method: string,
      path: string,
      body: unknown = {},
      headers: Record<string, string> = {},
    ): Promise<Response> =>
      app.request(`/api/ott${path}`, {
        method,
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          ...(viewer && { Authorization: `Bearer ${await tokenOf(viewer)}` }),
        },
        body: JSON.stringify(body),
      }),
  };
}
export type PlaybackServer = Awaited<ReturnType<typeof aPlaybackServer>>;
