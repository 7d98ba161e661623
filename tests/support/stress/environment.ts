import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#server/db/open.ts';
import { aBank } from '../bank.ts';
import { makers } from '../makers.ts';
import { aMediaDir, aPlayableFilm } from '../playback-house.ts';
import { PROJECT } from '../project.ts';
import { aFreePort } from '../server-process.ts';
import type { DatabaseServer } from './cluster.ts';
import { aDoor } from './door.ts';
import { aKeptProcess } from './kept-process.ts';

const FILMS = 12;
export const COUPON = { couponCode: 'SIEGE', totalLimit: 15 };
/** Below one of the shared words of the list, so that the search has something to find. */
export const WORD = 'Lantern';

interface TownOptions {
  /** Brings tables and films, and gives the numbers of the films. */
  fill?: (databaseUrl: string, mediaDir: string) => Promise<number[]>;
  /** The project whose processes serve; this one, unless said. */
  cwd?: string;
}

/** Everything that a house stands on, as parts that can fail one by one: PostgreSQL, two processes, storage and each provider. */
export async function aTown<Server extends DatabaseServer>(
  cluster: Server,
  { fill = fillTown, cwd = PROJECT }: TownOptions = {},
) {
  const doors = { razorpay: await aDoor(), paypal: await aDoor(), sms: await aDoor(), mail: await aDoor() };
  const mediaDir = await aMediaDir();
  mkdirSync(join(mediaDir, 'images'), { recursive: true });
  writeFileSync(join(mediaDir, 'images', 'poster.webp'), 'a picture');
  const dataDir = await mkdtemp(join(tmpdir(), 'matinee-siege-'));
  const ports = [await aFreePort(), await aFreePort()];
  const bank = await aBank(`http://127.0.0.1:${ports[0]}`, doors.paypal.origin);
  const mailbox = new URL(await bank.openMailbox());
  for (const door of [doors.razorpay, doors.paypal, doors.sms]) door.leadTo(Number(new URL(bank.origin).port));
  doors.mail.leadTo(Number(mailbox.port));
  mailbox.port = String(doors.mail.port);

  const filmIds = await fill(cluster.url, mediaDir);
  const settings = {
    ORIGIN: `http://127.0.0.1:${ports[0]}`,
    MEDIA_DIR: mediaDir,
    TRUST_PROXY: 'true',
    RECONCILE_SECONDS: '1',
    // All of these viewers are new, from one country, within minutes.
    OTP_DAILY_CAP: '100000',
    RAZORPAY_URL: `${doors.razorpay.origin}/sandbox/razorpay/v1`,
    PAYPAL_URL: `${doors.paypal.origin}/sandbox/paypal`,
    MSG91_URL: `${doors.sms.origin}/sandbox/sms`,
    SMTP_URL: mailbox.href,
    ...cluster.settings,
  };
  const open = (port: number) =>
    aKeptProcess({ port, databaseUrl: cluster.url, dataDir, bankOrigin: bank.origin, settings, cwd });
  const processes = await Promise.all(ports.map(open));

  return {
    cluster,
    doors,
    bank,
    mediaDir,
    processes,
    filmIds,
    async drop() {
      await Promise.all(processes.map((each) => each.kill()));
      for (const door of Object.values(doors)) door.drop();
      await bank.close();
      await cluster.drop();
      for (const folder of [mediaDir, dataDir]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Town<Server extends DatabaseServer = DatabaseServer> = Awaited<ReturnType<typeof aTown<Server>>>;

/** Films that can be watched, and a coupon that does not suffice for all. */
async function fillTown(url: string): Promise<number[]> {
  const database = await openDatabase(url);
  const make = makers(database.db, { now: () => new Date(), set: () => undefined, advance: () => undefined });
  const ids = [];
  for (let number = 1; number <= FILMS; number++) {
    const film = { movieName: `${WORD} ${number}` };
    const aFilm = (given: object) => make.aFilm({ ...film, ...given });
    ids.push((await aPlayableFilm({ database, aFilm } as never)).movieId);
  }
  await make.aCoupon(COUPON);
  await database.close();
  return ids;
}
