import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWire } from '#domain/dates.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { aClip, hasFfmpeg } from '../support/ingest/clips.ts';
import { aFreePort, runCommand, waitUntil } from '../support/server-process.ts';
import { PROJECT } from '../support/project.ts';
import { testNow } from '../support/test-now.ts';

const guide = readFileSync(join(PROJECT, 'docs/first-film.md'), 'utf8');
const blocks = [...guide.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) =>
  block!.trim().split('\n'),
);
const [preparation = [], linesBeforeSale = [], linesToFind = [], linesAfterSale = []] = blocks;

const folder = mkdtempSync(join(tmpdir(), 'matinee-operator-'));
/** The page changes to `~/films`. */
const films = join(folder, 'films');
let settings: Record<string, string>;
let server: ReturnType<typeof runCommand>;
const get = (path: string) => fetch(`${settings['ORIGIN']}${path}`);

beforeAll(async () => {
  const port = await aFreePort();
  const dataDir = join(folder, 'server');
  mkdirSync(dataDir);
  mkdirSync(films);
  settings = {
    DATABASE_URL: `file:${join(dataDir, 'database')}`,
    DATA_DIR: dataDir,
    PORT: String(port),
    ORIGIN: `http://127.0.0.1:${port}`,
    HOME: folder,
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  // One language and one genre, and not the sample cinema: building the pages of its films is slow.
  const database = await openDatabase(settings['DATABASE_URL']!);
  await database.query(`insert into house_state values ('sample', 'loaded')`);
  await database.query(`insert into languages (language_name) values ('English')`);
  await database.query(`insert into genres (genre_name) values ('Drama')`);
  await database.close();
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#7a1f33' } }).jpeg();
  await flat(800, 1200).toFile(join(films, 'poster.jpg'));
  await flat(1600, 900).toFile(join(films, 'banner.jpg'));
  if (hasFfmpeg) cpSync(join(folder, await aFilm()), join(films, 'film.mov'));
  else
    cpSync(join(PROJECT, 'scripts/sample/packages/kite-string'), join(films, 'packages/film'), {
      recursive: true,
    });

  server = runCommand(['scripts/start.ts'], settings);
  await waitUntil(
    'the server is open',
    async () => {
      if (server.hasExited()) throw new Error(`The server did not open:\n${server.output()}`);
      return server.output().includes('The server is running');
    },
    240_000,
  );
}, 300_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function aFilm(): Promise<string> {
  await aClip(folder, 'plain.mp4');
  return 'plain.mp4';
}

/** Types a line of the page in a terminal that was opened in the folder of the project. */
async function typeLine(line: string, ...linesBefore: string[]): Promise<string> {
  const script = ['set -e', ...preparation, ...linesBefore, line].join('\n');
  const command = runCommand(['-c', script], settings, { program: 'sh' });
  const code = await command.exited;
  expect(`${line}\n${command.output()}(${code})`).toMatch(/\(0\)$/);
  return command.output();
}

/** Signs up a viewer, books a ticket and pays, with the requests of a browser. */
async function buyTicket(movieId: number): Promise<string> {
  const post = async (path: string, body: object, token = '', method = 'POST'): Promise<any> => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const init: RequestInit = { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${settings['ORIGIN']}${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const mobileno = '9812345670';
  await post('/api/auth/users/registerbyphone', { mobileno, countryCode: '91' });
  const [message] = (await (await get(`/sandbox/inbox.json?to=91${mobileno}`)).json()) as {
    text: string;
  }[];
  const { token } = await post('/api/auth/users/login', {
    username: mobileno,
    password: /^\d{6}/.exec(message!.text)![0],
  });
  const slot = { bookingStartTime: toWire(testNow()), timezone: 'Asia/Kolkata', buyerState: '33' };
  const { movieOrderId } = await post(`/api/ott/movies/${movieId}/orders`, slot, token);
  const { order_id } = await post(
    `/api/ott/orders/${movieOrderId}/checkout`,
    { provider: 'razorpay' },
    token,
  );
  const proof = await post('/sandbox/razorpay/pay', { order_id, vpa: 'success@razorpay' });
  const paid = await post(
    `/api/ott/orders/${movieOrderId}/payment`,
    { paymentStatus: 'PAID', ...proof },
    token,
    'PUT',
  );
  expect(paid.paymentStatus).toBe('PAID');
  return paid.orderNo;
}

test(
  'the commands of docs/first-film.md put a film on sale, refund its ticket and report the sale',
  { tags: ['deep', 'release'], timeout: 400_000 },
  async () => {
    expect(linesBeforeSale.length).toBeGreaterThan(5);
    expect(linesAfterSale.length).toBeGreaterThan(3);

    for (const line of linesBeforeSale) {
      if (line.startsWith('cinema media ingest') && !hasFfmpeg) continue;
      // The changes feed has whole seconds: a film that opened in the last two seconds would be built again.
      if (line.startsWith('cinema rebuild')) await pause(2000);
      const output = await typeLine(line);
      if (line.startsWith('cinema movie price')) expect(guide).toContain(output.trim());
    }
    const film = JSON.parse(await typeLine('cinema movie show the-long-monsoon --json'));
    expect(film).toMatchObject({ ticketRate: 129, active: 'Y' });
    const page = await get(`/v/the-long-monsoon/${film.movieKey}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('The Long Monsoon');
    expect(await (await get('/')).text()).toContain('The Long Monsoon');

    expect(await typeLine('cinema rebuild --dry-run')).toMatch(/^The site is up to date\./);

    const orderNo = await buyTicket(film.movieId);
    for (const line of linesToFind) expect(await typeLine(line)).toContain(orderNo);
    const [placeholder = '', ...linesWithOrder] = linesAfterSale;
    expect(placeholder).toBe('order=M26-…');
    const outputs: Record<string, string> = {};
    for (const line of linesWithOrder) outputs[line] = await typeLine(line, `order=${orderNo}`);
    const outputOf = (start: string) =>
      Object.entries(outputs).find(([line]) => line.startsWith(`cinema ${start}`))![1];
    expect(outputOf('order show')).toMatch(/paymentStatus +PAID/);
    expect(outputOf('order refund')).toBe(`${orderNo} is refunded\n`);
    expect(outputOf('report day')).toMatch(/^Tickets paid +1$/m);
    expect(outputOf('report day')).toMatch(/^Tickets refunded +1$/m);
    expect(outputOf('report day')).toMatch(/^Received − refunded \(₹\) +0$/m);
    expect(outputOf('audit')).toMatch(/order refund +done/);
    expect(JSON.parse(await typeLine(`cinema order show ${orderNo} --json`))).toMatchObject({
      paymentStatus: 'REFUNDED',
      taxDocuments: [{ kind: 'invoice' }, { kind: 'credit-note' }],
    });
  },
);
