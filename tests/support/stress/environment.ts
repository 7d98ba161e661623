import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open-database.ts';
import { aSandboxServer } from '../sandbox-server.ts';
import { createFactories } from '../factories.ts';
import { aMediaDir, aPlayableFilm } from '../playback-server.ts';
import { PROJECT } from '../project.ts';
import { aFreePort } from '../server-process.ts';
import type { DatabaseServer } from './postgres-cluster.ts';
import { aFaultyProxy } from './faulty-proxy.ts';
import { aSupervisedProcess } from './supervised-process.ts';
import { aRunningClock } from '../test-now.ts';

const FILM_COUNT = 12;
export const COUPON = { couponCode: 'STRESS', totalLimit: 15 };
/** A word of every film title, for the search. */
export const TITLE_WORD = 'Lantern';

interface EnvironmentOptions {
  /** Creates tables and films. Returns the film ids. */
  insertData?: (databaseUrl: string, mediaDir: string) => Promise<number[]>;
  cwd?: string;
}

/** Two server processes with PostgreSQL, storage and providers, each of which can fail alone. */
export async function aStressEnvironment<Server extends DatabaseServer>(
  cluster: Server,
  { insertData = insertTestData, cwd = PROJECT }: EnvironmentOptions = {},
) {
  const proxies = {
    razorpay: await aFaultyProxy(),
    paypal: await aFaultyProxy(),
    sms: await aFaultyProxy(),
    mail: await aFaultyProxy(),
  };
  const mediaDir = await aMediaDir();
  mkdirSync(join(mediaDir, 'images'), { recursive: true });
  writeFileSync(join(mediaDir, 'images', 'poster.webp'), 'a picture');
  const dataDir = await mkdtemp(join(tmpdir(), 'matinee-stress-'));
  const ports = [await aFreePort(), await aFreePort()];
  const sandboxServer = await aSandboxServer(`http://127.0.0.1:${ports[0]}`, proxies.paypal.origin);
  const mailbox = new URL(await sandboxServer.openMailbox());
  for (const proxy of [proxies.razorpay, proxies.paypal, proxies.sms])
    proxy.setTargetPort(Number(new URL(sandboxServer.origin).port));
  proxies.mail.setTargetPort(Number(mailbox.port));
  mailbox.port = String(proxies.mail.port);

  const filmIds = await insertData(cluster.url, mediaDir);
  const settings = {
    ORIGIN: `http://127.0.0.1:${ports[0]}`,
    MEDIA_DIR: mediaDir,
    TRUST_PROXY: 'true',
    RECONCILE_SECONDS: '1',
    OTP_DAILY_CAP: '100000',
    RAZORPAY_URL: `${proxies.razorpay.origin}/sandbox/razorpay/v1`,
    PAYPAL_URL: `${proxies.paypal.origin}/sandbox/paypal`,
    MSG91_URL: `${proxies.sms.origin}/sandbox/sms`,
    SMTP_URL: mailbox.href,
    ...cluster.processSettings,
  };
  const startProcess = (port: number) =>
    aSupervisedProcess({
      port,
      databaseUrl: cluster.url,
      dataDir,
      sandboxOrigin: sandboxServer.origin,
      settings,
      cwd,
    });
  const processes = await Promise.all(ports.map(startProcess));

  return {
    cluster,
    proxies,
    sandboxServer,
    mediaDir,
    processes,
    filmIds,
    async drop() {
      await Promise.all(processes.map((each) => each.kill()));
      for (const proxy of Object.values(proxies)) proxy.close();
      await sandboxServer.close();
      await cluster.drop();
      for (const folder of [mediaDir, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type StressEnvironment<Server extends DatabaseServer = DatabaseServer> = Awaited<
  ReturnType<typeof aStressEnvironment<Server>>
>;

async function insertTestData(url: string): Promise<number[]> {
  const database = await openDatabase(url);
  const factories = createFactories(database.db, aRunningClock());
  const ids = [];
  for (let number = 1; number <= FILM_COUNT; number++) {
    const film = { movieName: `${TITLE_WORD} ${number}` };
    const aFilm = (overrides: object) => factories.aFilm({ ...film, ...overrides });
    ids.push((await aPlayableFilm({ database, aFilm } as never)).movieId);
  }
  await factories.aCoupon(COUPON);
  await database.close();
  return ids;
}
