import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createRequester, type SendRequest } from './calls.ts';
import { buyTicket } from './buying.ts';
import { VisitAborted, retryUntilDone, type StressRun } from './stress-run.ts';
import { TITLE_WORD } from './environment.ts';
import { watchFilm } from './watching.ts';

export interface Viewer {
  request: SendRequest;
  userId: number;
  token: string;
  refreshToken: string;
  /** The last refresh had no response or an error, so it may have taken effect. */
  isLastRefreshUncertain: boolean;
}

const FILMS_PER_VISIT = 2;
const THINK_MS = 300;
const think = () => pause(THINK_MS * (0.5 + Math.random()));

export async function simulateViewer(run: StressRun): Promise<void> {
  while (!run.isFinished()) {
    try {
      await visit(run);
    } catch (error) {
      if (!(error instanceof VisitAborted)) throw error;
    }
  }
}

async function visit(run: StressRun) {
  const request = createRequester(
    run.environment.processes.map(({ origin }) => origin),
    run.calls,
  );
  await browse(run, request);
  const viewer = await signIn(run, request);
  for (const movieId of run.environment.filmIds
    .toSorted(() => Math.random() - 0.5)
    .slice(0, FILMS_PER_VISIT)) {
    if (run.isFinished()) return;
    await browse(run, request);
    const isConfirmed = await buyTicket(run, viewer, movieId);
    if (isConfirmed) await watchFilm(run, viewer, movieId);
    await refresh(run, viewer);
  }
}

async function browse({ environment }: StressRun, request: SendRequest) {
  const filmId = environment.filmIds[randomInt(environment.filmIds.length)]!;
  const criteria = encodeURIComponent(`movieNameLIKE=${TITLE_WORD}`);
  await request('list', 'GET', '/api/ott/public/getallmovies');
  await think();
  await request('search', 'GET', `/api/ott/public/searchmovies?search=${criteria}`);
  await request('film', 'GET', `/api/ott/public/movies/${filmId}`);
  await request('picture', 'GET', '/media/images/poster.webp');
  await think();
}

/** Signs up a new number on each attempt, because a number gets one code in two minutes. */
const signIn = (run: StressRun, request: SendRequest): Promise<Viewer> =>
  retryUntilDone(run, 'for a sign-in', async () => {
    const mobileno = `9${String(randomInt(10 ** 9)).padStart(9, '0')}`;
    const registration = await request('code', 'POST', '/api/auth/users/registerbyphone', {
      body: { mobileno, countryCode: '91' },
    });
    if (!registration.ok) return null;
    const [code] = await run.environment.sandboxServer.readCodes(`91${mobileno}`);
    if (!code) return null;
    const { ok, json } = await request('login', 'POST', '/api/auth/users/login', {
      body: { username: mobileno, password: code },
    });
    if (!ok) return null;
    const { userId, token, refreshtoken: refreshToken } = json;
    const viewer: Viewer = { request, userId, token, refreshToken, isLastRefreshUncertain: false };
    await saveProfile(run, viewer, mobileno);
    return viewer;
  });

const saveProfile = (run: StressRun, { request, userId, token }: Viewer, mobileno: string) =>
  retryUntilDone(run, 'for the profile', async () => {
    const body = { firstName: 'Meena', lastName: 'Rao', emailId: `${mobileno}@example.com` };
    const { ok, status } = await request('profile', 'PUT', `/api/auth/userinfo/${userId}`, {
      token,
      body,
    });
    if (!ok && status && status < 500) throw new Error(`The profile was refused with ${status}`);
    return ok || null;
  });

/**
 * Rotates the refresh token as a browser does. After a lost response the browser sends the same token again. If the lost request
 * took effect, the server detects reuse after ten seconds and ends the session.
 */
async function refresh(run: StressRun, viewer: Viewer) {
  const body = { refreshToken: viewer.refreshToken };
  const { ok, status, json } = await viewer.request(
    'refresh',
    'POST',
    '/api/auth/users/generatetoken',
    { body },
  );
  if (status === 403) {
    if (!viewer.isLastRefreshUncertain) run.timeouts.push('for a refreshed session');
    throw new VisitAborted('signed out');
  }
  viewer.isLastRefreshUncertain = !ok;
  if (ok) Object.assign(viewer, { token: json.token, refreshToken: json.refreshtoken });
}

export const anIdempotencyKey = () => randomUUID();
