import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { wordsOf } from '../support/cinema.ts';
import { openDatabase } from '#server/db/open.ts';
import { aClip, hasFfmpeg } from '../support/ingest/clips.ts';
import { aFreePort, runCommand, until } from '../support/server-process.ts';
import { PROJECT } from '../support/project.ts';

/** What README "A first film" tells a new operator to type, block by block. */
const [publish = [], afterSale = []] = blocksOf('### A first film');

function blocksOf(heading: string): string[][] {
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  const [, section = ''] = readme.split(`${heading}\n`);
  const [text = ''] = section.split(/\n##/);
  return [...text.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) =>
    block!
      .trim()
      .split('\n')
      .map((line) => line.replace(/^npm run cinema -- /, '')),
  );
}

const folder = mkdtempSync(join(tmpdir(), 'matinee-operator-'));
let settings: Record<string, string>;
let house: ReturnType<typeof runCommand>;
const get = (path: string) => fetch(`${settings['ORIGIN']}${path}`);

beforeAll(async () => {
  const port = await aFreePort();
  const dataDir = join(folder, 'house');
  mkdirSync(dataDir);
  settings = {
    DATABASE_URL: `file:${join(dataDir, 'database')}`,
    DATA_DIR: dataDir,
    PORT: String(port),
    ORIGIN: `http://127.0.0.1:${port}`,
    // npm says so where it was called.
    INIT_CWD: folder,
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  // The sample cinema's languages and genres, without its films, which take long to draw.
  const database = await openDatabase(settings['DATABASE_URL']!);
  await database.query(`insert into house_state values ('sample', 'loaded')`);
  await database.query(`insert into languages (language_name) values ('English')`);
  await database.query(`insert into genres (genre_name) values ('Drama')`);
  await database.close();
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#7a1f33' } }).jpeg();
  await flat(800, 1200).toFile(join(folder, 'poster.jpg'));
  await flat(1600, 900).toFile(join(folder, 'banner.jpg'));
  if (hasFfmpeg) cpSync(join(folder, await aFilm()), join(folder, 'film.mov'));
  else cpSync(join(PROJECT, 'scripts/sample/packages/kite-string'), join(folder, 'packages/film'), { recursive: true });

  house = runCommand(['scripts/start.ts'], settings);
  await until(
    'the house is open',
    async () => {
      if (house.isOver()) throw new Error(`The house did not open:\n${house.output()}`);
      return house.output().includes('The house is open');
    },
    240_000,
  );
}, 300_000);
afterAll(async () => {
  await house?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function aFilm(): Promise<string> {
  await aClip(folder, 'plain.mp4');
  return 'plain.mp4';
}

async function cinema(line: string): Promise<string> {
  const command = runCommand(['scripts/cinema.ts', ...wordsOf(line)], settings);
  const code = await command.ended;
  expect(`${line}\n${command.output()}(${code})`).toMatch(/\(0\)$/);
  return command.output();
}

/** Somebody signs up, books and pays, as a browser does. */
async function buyTicket(movieId: number): Promise<string> {
  const post = async (path: string, body: object, token = '', method = 'POST'): Promise<any> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const init: RequestInit = { method, headers, body: JSON.stringify(body) };
    const reply = await fetch(`${settings['ORIGIN']}${path}`, init);
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const mobileno = '9812345670';
  await post('/api/auth/users/registerbyphone', { mobileno, countryCode: '91' });
  const [mail] = (await (await get(`/sandbox/inbox.json?to=91${mobileno}`)).json()) as { text: string }[];
  const { token } = await post('/api/auth/users/login', {
    username: mobileno,
    password: /^\d{6}/.exec(mail!.text)![0],
  });
  const slot = { bookingStartTime: toWire(new Date()), timezone: 'Asia/Kolkata', buyerState: '33' };
  const { movieOrderId } = await post(`/api/ott/movies/${movieId}/orders`, slot, token);
  const { order_id } = await post(`/api/ott/orders/${movieOrderId}/checkout`, { provider: 'razorpay' }, token);
  const proof = await post('/sandbox/razorpay/pay', { order_id, vpa: 'success@razorpay' });
  const paid = await post(`/api/ott/orders/${movieOrderId}/payment`, { paymentStatus: 'PAID', ...proof }, token, 'PUT');
  expect(paid.paymentStatus).toBe('PAID');
  return paid.orderNo;
}

test(
  'a new operator types what the README says: a film goes live, is sold, given back, and stands in the books',
  { timeout: 400_000 },
  async () => {
    expect(publish.length).toBeGreaterThan(5);
    expect(afterSale.length).toBeGreaterThan(3);

    for (const line of publish) {
      if (line.startsWith('media ingest') && !hasFfmpeg) continue;
      // A person takes longer: the wire knows whole seconds, so that a film that opened in the last two is drawn once more.
      if (line.startsWith('rebuild')) await pause(2000);
      const said = await cinema(line);
      if (line.startsWith('movie price'))
        expect(readFileSync(join(PROJECT, 'README.md'), 'utf8')).toContain(said.trim());
    }
    const film = JSON.parse(await cinema('movie show the-long-monsoon --json'));
    expect(film).toMatchObject({ ticketRate: 129, active: 'Y' });
    const page = await get(`/v/the-long-monsoon/${film.movieKey}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('The Long Monsoon');
    expect(await (await get('/')).text()).toContain('The Long Monsoon');

    expect(await cinema('rebuild --dry-run')).toMatch(/^The site is up to date\./);

    const orderNo = await buyTicket(film.movieId);
    const said: Record<string, string> = {};
    for (const line of afterSale) said[line] = await cinema(line.replace('M26-000001', orderNo));
    const after = (start: string) => Object.entries(said).find(([line]) => line.startsWith(start))![1];
    expect(after('order find')).toContain(orderNo);
    expect(after('order show')).toMatch(/paymentStatus +PAID/);
    expect(after('order refund')).toBe(`${orderNo} is refunded\n`);
    expect(after('report day')).toMatch(/^Tickets paid +1$/m);
    expect(after('report day')).toMatch(/^Tickets refunded +1$/m);
    expect(after('report day')).toMatch(/^Received − refunded \(₹\) +0$/m);
    expect(after('audit')).toMatch(/order refund +done/);
    expect(JSON.parse(await cinema(`order show ${orderNo} --json`))).toMatchObject({
      paymentStatus: 'REFUNDED',
      papers: [{ kind: 'invoice' }, { kind: 'credit-note' }],
    });
  },
);
