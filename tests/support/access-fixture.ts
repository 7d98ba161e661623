import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { HOUR, MINUTE } from '#domain/limits/durations.ts';
import { startSession } from '#server/auth/session/sessions.ts';
import { sessions } from '#server/db/schema/session.ts';
import { submissionPosters } from '#server/db/schema/submission.ts';
import { issueSaleDocuments } from '#server/streaming/booking/issue-documents.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { signTempToken, signToken, signUserToken } from '#server/tokens.ts';
import { aChannel } from './channels.ts';
import type { TestServer } from './test-server.ts';
import { aPlayableFilm } from './playback-server.ts';
import { aGenre, aSubmittedFilm } from './submissions.ts';
import { tables } from './tables.ts';

export const PRODUCER = 'Producer';
const DEVICE = { ip: '127.0.0.1', userAgent: null };

export const OWNER_PASSWORD = 'a red curtain';
/** Hashed once: a hash is slow on purpose. */
const ownerPasswordHash = hashPassword(OWNER_PASSWORD);

/**
 * Creates an owner with one row of every kind, and other callers, who request these rows. `role`: the role of the owner and
 * the producer.
 */
export async function anAccessFixture(
  server: TestServer,
  { role }: { role?: string | undefined } = {},
) {
  const secret = server.config.secrets.tokenSecret;
  const roles = role ? [role] : [];
  const marker = randomUUID().slice(0, 8);
  // These values must not appear in a response to another caller.
  const owner = await server.aViewer({
    passwordHash: await ownerPasswordHash,
    roles,
    lastName: `Owner-${marker}`,
    emailId: `owner-${marker}@example.com`,
    placeName: `Place ${marker}`,
  });
  const otherViewer = await server.aViewer();
  const producer = await server.aViewer({ roles: [role ?? PRODUCER] });
  const erased = await server.aViewer();
  const signIn = (person: typeof owner) => startSession(server.deps, person, DEVICE);

  const film = await server.aFilm();
  const bookedFilm = await server.aFilm();
  const playableFilm = await aPlayableFilm(server);
  const order = await server.anOrder(owner, bookedFilm, {
    orderNo: `N-${marker}`,
    paymentStatus: 'NEW',
  });
  const ticket = await server.anOrder(owner, playableFilm, { orderNo: `P-${marker}` });
  // Free, paid and not started, after its chosen hour: may be rescheduled, and refunded at once.
  const unusedTicket = await server.anOrder(owner, await server.aFilm(), {
    orderNo: `U-${marker}`,
    totalRoundedValue: 0,
    paidAt: server.clock.now(),
    chosenStartTime: new Date(server.clock.now().getTime() - HOUR),
  });
  await server.database.db.transaction((tx) =>
    issueSaleDocuments(tx, { deps: server.deps, orderRef: unusedTicket, now: server.clock.now() }),
  );
  const { session, play } = await server.aPlaybackSession(ticket, playableFilm.packageId!);
  const fee = await server.aFee(owner, { feeNo: `F-${marker}` });
  const review = await server.aReview(owner, bookedFilm);
  const soldFilm = await server.aFilm({ active: 'N' });
  await server.anOrder(owner, soldFilm, { orderNo: `S-${marker}`, paidAt: server.clock.now() });
  const submission = await aSubmission(server, owner, marker);
  const channel = await aChannel(
    server,
    { ownerId: owner.userId, channelName: `Channel ${marker}` },
    [soldFilm],
  );
  const television = await anOpenTelevision(server, owner);
  const signedIn = await signIn(owner);
  const sessionId = sessionIdOf(signedIn.token);
  const ownerMarkers = [marker, owner.mobile!, session.sessionId, sessionId, television.sessionId];

  async function revokedToken() {
    const { token, refreshtoken } = await signIn(owner);
    const rotate = () =>
      server.post('/api/auth/users/generatetoken', { body: { refreshToken: refreshtoken } });
    await rotate();
    server.clock.advance(MINUTE);
    await rotate(); // reuse revokes the whole family
    return token;
  }
  async function erasedAccountToken() {
    const { token } = await signIn(erased);
    await server.delete('/api/auth/me', { token });
    return token;
  }
  const claims = { sub: String(owner.userId), sid: sessionId, roles };
  const now = () => server.clock.now();

  return {
    owner,
    film,
    order,
    unusedTicket,
    playableTicket: ticket,
    playableFilm,
    playbackSession: session,
    play,
    review,
    fee,
    soldFilm,
    channel,
    submission,
    sessionId,
    television,
    refreshToken: signedIn.refreshtoken,
    ownerMarkers,
    tokens: {
      'no token': async () => null,
      empty: async () => '',
      malformed: async () => 'garbage',
      expired: () =>
        signUserToken(
          secret,
          { userId: owner.userId, roles, sessionId },
          new Date(now().getTime() - 16 * MINUTE),
        ),
      forged: () =>
        signUserToken('x'.repeat(32), { userId: owner.userId, roles, sessionId }, now()),
      unsigned: async () =>
        unsigned({ ...claims, aud: 'user', exp: Math.floor(now().getTime() / 1000) + 900 }),
      'play token': () => signToken(secret, 'play', claims, { now: now(), minutes: 5 }),
      'revoked family': revokedToken,
      'erased person': erasedAccountToken,
      'temp token': () => signTempToken(secret, owner, now()),
      'other viewer': async () => (await signIn(otherViewer)).token,
      producer: async () => (await signIn(producer)).token,
      'right viewer': async () => (await signIn(owner)).token,
    },
    ownerRows: () => readRowsOf(server, owner.userId),
  };
}
export type AccessFixture = Awaited<ReturnType<typeof anAccessFixture>>;
export type CallerKind = keyof AccessFixture['tokens'];

/** Seen in an hour, because the clock advances while tokens are made. */
async function anOpenTelevision(server: TestServer, viewer: Parameters<typeof startSession>[1]) {
  const { token } = await startSession(server.deps, viewer, { ...DEVICE, name: 'Television' });
  const sessionId = sessionIdOf(token);
  const lastSeenOn = new Date(server.clock.now().getTime() + HOUR);
  await server.database.db
    .update(sessions)
    .set({ lastSeenOn })
    .where(eq(sessions.sessionId, sessionId));
  return { sessionId };
}

async function aSubmission(server: TestServer, { userId }: { userId: number }, marker: string) {
  const posterKey = randomUUID();
  await server.database.db
    .insert(submissionPosters)
    .values({ posterKey, userId, uploadedAt: server.clock.now() });
  const folder = join(server.config.mediaDir, 'submissions');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${posterKey}.webp`), `Poster ${marker}`);
  const movieId = await aSubmittedFilm(
    server,
    { userId },
    { posterKey, movieName: `Submitted ${marker}` },
  );
  return { movieId, posterKey, genreId: await aGenre(server) };
}

const sessionIdOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;

function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

/** Returns the person's rows of each table as text. */
async function readRowsOf({ database }: TestServer, userId: number) {
  const selects = Object.values(tables).flatMap((table) => {
    const columns: Record<string, PgColumn> = getTableColumns<PgTable>(table);
    const person = columns['userId'] ?? columns['ownerId'];
    const name = getTableName(table);
    return person
      ? [`select '${name}' as name, t::text as row from ${name} t where ${person.name} = $1`]
      : [];
  });
  return (await database.query(`${selects.join(' union all ')} order by 1, 2`, [userId])).rows;
}
