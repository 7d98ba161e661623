import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { HOUR, MINUTE } from '#domain/limits.ts';
import { startSession } from '#server/auth/session/sessions.ts';
import { submissionPosters } from '#server/db/schema/submission.ts';
import { issueTicket } from '#server/streaming/booking/issue-ticket.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { signTempToken, signToken, signUserToken } from '#server/tokens.ts';
import { aChannel } from './channels.ts';
import type { TestHouse } from './house.ts';
import { aPlayableFilm } from './playback-house.ts';
import { aGenre, aSubmittedFilm } from './submissions.ts';
import { tables } from './tables.ts';

export const PRODUCER = 'Producer';
const DEVICE = { ip: '127.0.0.1', userAgent: null };

export const OWNERS_PASSWORD = 'a red curtain';

/** One person with one of everything, and the others who might ask for it. `role` is what the one and the producer have. */
export async function aScene(house: TestHouse, { role }: { role?: string | undefined } = {}) {
  const secret = house.config.secrets.tokenSecret;
  const roles = role ? [role] : [];
  const word = randomUUID().slice(0, 8);
  // Found in anybody else's answer, these tell on the server.
  const owner = await house.aViewer({
    passwordHash: await hashPassword(OWNERS_PASSWORD),
    roles,
    lastName: `Owner-${word}`,
    emailId: `owner-${word}@example.com`,
    placeName: `Place ${word}`,
  });
  const other = await house.aViewer();
  const producer = await house.aViewer({ roles: [role ?? PRODUCER] });
  const erased = await house.aViewer();
  const signIn = (person: typeof owner) => startSession(house.deps, person, DEVICE);

  const film = await house.aFilm();
  const booked = await house.aFilm();
  const played = await aPlayableFilm(house);
  const order = await house.anOrder(owner, booked, { orderNo: `N-${word}`, paymentStatus: 'NEW' });
  const ticket = await house.anOrder(owner, played, { orderNo: `P-${word}` });
  // Paid, not begun, after its hour had passed, and for nothing: it may be moved, and given back at once.
  const unused = await house.anOrder(owner, await house.aFilm(), {
    orderNo: `U-${word}`,
    totalRoundedValue: 0,
    paidAt: house.clock.now(),
    chosenStartTime: new Date(house.clock.now().getTime() - HOUR),
  });
  await house.database.db.transaction((tx) => issueTicket(tx, house.deps, unused, house.clock.now()));
  const { sitting, play } = await house.aSitting(ticket, played.packageId!);
  const fee = await house.aFee(owner, { feeNo: `F-${word}` });
  const review = await house.aReview(owner, booked);
  // A film that the owner's channel showed and sold once.
  const shown = await house.aFilm({ active: 'N' });
  await house.anOrder(owner, shown, { orderNo: `S-${word}`, paidAt: house.clock.now() });
  const submission = await aSubmission(house, owner, word);
  const channel = await aChannel(house, { ownerId: owner.userId, channelName: `Channel ${word}` }, [shown]);
  const signedIn = await signIn(owner);
  const sessionId = sidOf(signedIn.token);
  const marks = [word, owner.mobile!, sitting.sessionId, sessionId];

  async function revoked() {
    const { token, refreshtoken } = await signIn(owner);
    const rotate = () => house.post('/api/auth/users/generatetoken', { body: { refreshToken: refreshtoken } });
    await rotate();
    house.clock.advance(MINUTE);
    await rotate(); // a thief, or the owner after the thief
    return token;
  }
  async function ofNobody() {
    const { token } = await signIn(erased);
    await house.delete('/api/auth/me', { token });
    return token;
  }
  const claims = { sub: String(owner.userId), sid: sessionId, roles };
  const now = () => house.clock.now();

  return {
    owner,
    film,
    order,
    unused,
    played,
    sitting,
    play,
    review,
    fee,
    shown,
    channel,
    submission,
    sessionId,
    refreshToken: signedIn.refreshtoken,
    marks,
    /** What each caller sends as a token; made when it is asked for. */
    tokens: {
      'no token': async () => null,
      empty: async () => '',
      malformed: async () => 'garbage',
      expired: () =>
        signUserToken(secret, { userId: owner.userId, roles, sessionId }, new Date(now().getTime() - 16 * MINUTE)),
      forged: () => signUserToken('x'.repeat(32), { userId: owner.userId, roles, sessionId }, now()),
      unsigned: async () => unsigned({ ...claims, aud: 'user', exp: Math.floor(now().getTime() / 1000) + 900 }),
      'play token': () => signToken(secret, 'play', claims, { now: now(), minutes: 5 }),
      'revoked family': revoked,
      'erased person': ofNobody,
      'temp token': () => signTempToken(secret, owner, now()),
      'other viewer': async () => (await signIn(other)).token,
      producer: async () => (await signIn(producer)).token,
      'right viewer': async () => (await signIn(owner)).token,
    },
    /** Every row that is the owner's, in every table that has people's rows. */
    ownersRows: () => rowsOf(house, owner.userId),
  };
}
export type Scene = Awaited<ReturnType<typeof aScene>>;
export type Caller = keyof Scene['tokens'];

/** A film that its maker has submitted, with a picture that nobody else may see. */
async function aSubmission(house: TestHouse, { userId }: { userId: number }, word: string) {
  const posterKey = randomUUID();
  await house.database.db.insert(submissionPosters).values({ posterKey, userId, uploadedAt: house.clock.now() });
  const folder = join(house.config.mediaDir, 'submissions');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${posterKey}.webp`), `Poster ${word}`);
  const movieId = await aSubmittedFilm(house, { userId }, { posterKey, movieName: `Submitted ${word}` });
  return { movieId, posterKey, genreId: await aGenre(house) };
}

const sidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;

function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

async function rowsOf({ database: { db } }: TestHouse, userId: number) {
  const rows: Record<string, unknown[]> = {};
  for (const [name, table] of Object.entries(tables)) {
    const columns: Record<string, PgColumn> = getTableColumns<PgTable>(table);
    const person = columns['userId'] ?? columns['ownerId'];
    if (person) rows[name] = await db.select().from(table).where(eq(person, userId));
  }
  return rows;
}
