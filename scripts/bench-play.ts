/**
 * `npm run bench:play -- [--origin http://localhost:4321] [--runs 5]`: from Accept to the first picture of a film on slow 4G and a
 * slow phone, beside the same pictures in a bare `<video>`, interleaved in one run. Needs a sample house that is open.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { HOUSE_ZONE, toWire } from '#domain/dates.ts';
import { href } from '#routes.ts';
import { openBareVideo } from './bench/bare-video.ts';
import { firstFrame, type Start } from './bench/first-frame.ts';
import { median } from './bench/median.ts';
import { CommandError, fail } from './failure.ts';

const GOALS = { ratio: 1.5, roundTrips: 5 };

/** A house's API as a viewer's browser would speak to it. */
function caller(origin: string, token?: string) {
  return async (method: string, path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
    const reply = await fetch(origin + path, { method, headers, body: body ? JSON.stringify(body) : null }).catch(
      () => null,
    );
    if (!reply) throw new CommandError(`No house answers at ${origin}. Open one first: npm start`);
    if (!reply.ok) throw new CommandError(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
}

/** A new viewer with a ticket for a film that can be played, paid by the sample cinema's own coupon. */
async function aTicketHolder(origin: string) {
  const guest = caller(origin);
  const mobileno = `8${String(randomInt(0, 10 ** 9)).padStart(9, '0')}`;
  await guest('POST', '/api/auth/users/registerbyphone', { mobileno, countryCode: '91' });
  const [message] = await guest('GET', `/sandbox/inbox.json?to=91${mobileno}`);
  const password = /\d{6}/.exec(message.text)![0];
  const signedIn = await guest('POST', '/api/auth/users/login', { username: mobileno, password });
  const viewer = caller(origin, signedIn.token);
  const { content } = await guest('GET', '/api/ott/public/streamingnow?size=100');
  const film = content.find(
    (each: { movieType: string; ticketRate: number }) => each.movieType === 'MOVIES' && each.ticketRate > 0,
  );
  const order = await viewer('POST', `/api/ott/movies/${film.movieId}/orders`, {
    bookingStartTime: toWire(new Date()),
    timezone: HOUSE_ZONE,
    couponCode: 'HOUSEFULL',
  });
  await viewer('PUT', `/api/ott/orders/${order.movieOrderId}/payment`, { paymentStatus: 'PAID', paidAmount: 0 });
  return { movieId: film.movieId as number, signedIn, mobileno, viewer };
}
type Holder = Awaited<ReturnType<typeof aTicketHolder>>;

const atTheDoor =
  (origin: string, { movieId, signedIn, mobileno }: Holder) =>
  async (page: Page) => {
    await page.goto(`${origin}${href('aboutUs')}`);
    await page.evaluate((items) => Object.entries(items).forEach(([key, value]) => localStorage.setItem(key, value)), {
      userToken: signedIn.token,
      refreshToken: signedIn.refreshtoken,
      userId: String(signedIn.userId),
      mobileNumber: mobileno,
    });
    await page.goto(origin + href('movieDetails', { movie_id: movieId }));
    await page.getByRole('button', { name: 'Watch Now' }).locator('visible=true').click();
    await page.getByRole('button', { name: 'Accept' }).waitFor();
    // Whoever reads the warning gives the player the time to come.
    await page.waitForLoadState('networkidle');
  };

async function bench(): Promise<boolean> {
  const { values } = parseArgs({
    options: { origin: { type: 'string', default: 'http://localhost:4321' }, runs: { type: 'string', default: '5' } },
  });
  const holder = await aTicketHolder(values.origin);
  const prepare = atTheDoor(values.origin, holder);
  const probe = await firstFrame(prepare);
  const rendition = /\/(\w+)\/\d+\.m4s/.exec(probe.requests.find((each) => /\/\d+p\/\d+\.m4s/.test(each)) ?? '')?.[1];
  if (!rendition) throw new CommandError('The film did not begin with a picture.');
  const opened = (await holder.viewer('POST', '/api/ott/playmovieweb', { movieId: holder.movieId })).data[0];
  const bare = await openBareVideo(values.origin, opened, rendition);
  const runs: { ours: Start[]; bare: Start[] } = { ours: [], bare: [] };
  const turns = [
    async () => runs.ours.push(await firstFrame(prepare)),
    async () => runs.bare.push(await firstFrame((page) => page.goto(bare.origin))),
  ];
  for (let run = 0; run < Number(values.runs); run++) {
    for (const turn of run % 2 ? turns.toReversed() : turns) await turn();
    console.log(`run ${run + 1} of ${values.runs}`);
  }
  bare.close();
  return report(runs.ours, runs.bare, rendition);
}

function report(ours: Start[], bare: Start[], rendition: string): boolean {
  const [our, their] = [median(ours.map(({ ms }) => ms)), median(bare.map(({ ms }) => ms))];
  const roundTrips = Math.max(...ours.map((each) => each.roundTrips));
  console.log(`\nFrom Accept to the first picture (${rendition}, median of ${ours.length})`);
  for (const request of ours[0]!.requests) console.log(`    ${request}`);
  const holds = (is: boolean) => (is ? 'holds ' : 'FAILS ');
  console.log(`  ${holds(roundTrips <= GOALS.roundTrips)} round trips  ${roundTrips}   at most ${GOALS.roundTrips}`);
  console.log(
    `  ${holds(our / their <= GOALS.ratio)} time         ${(our / their).toFixed(3)} × a bare video (${Math.round(our)} ms : ${Math.round(their)} ms)   at most ${GOALS.ratio}`,
  );
  return roundTrips <= GOALS.roundTrips && our / their <= GOALS.ratio;
}

try {
  process.exitCode = (await bench()) ? 0 : 1;
} catch (error) {
  fail(error);
}
