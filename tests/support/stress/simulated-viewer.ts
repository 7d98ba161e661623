import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { aBrowser, type Browser } from './calls.ts';
import { buy } from './buying.ts';
import { GaveUp, persist, type Stage } from './stage.ts';
import { WORD } from './town.ts';
import { watch } from './watching.ts';

export interface Viewer {
  ask: Browser;
  userId: number;
  token: string;
  refreshToken: string;
  /** The last refresh had no answer, or an error: it may have taken effect. */
  isRefreshUnanswered: boolean;
}

const FILMS_OF_A_VISIT = 2;
const THINKS_MS = 300;
const think = () => pause(THINKS_MS * (0.5 + Math.random()));

/** Comes, looks around, signs in, buys one film after another and watches them, until the siege is over. */
export async function aVisitor(stage: Stage): Promise<void> {
  while (!stage.isOver()) {
    try {
      await visit(stage);
    } catch (error) {
      if (!(error instanceof GaveUp)) throw error;
    }
  }
}

async function visit(stage: Stage) {
  const ask = aBrowser(
    stage.town.processes.map(({ origin }) => origin),
    stage.calls,
  );
  await browse(stage, ask);
  const viewer = await signIn(stage, ask);
  for (const movieId of stage.town.filmIds.toSorted(() => Math.random() - 0.5).slice(0, FILMS_OF_A_VISIT)) {
    if (stage.isOver()) return;
    await browse(stage, ask);
    const isTold = await buy(stage, viewer, movieId);
    if (isTold) await watch(stage, viewer, movieId);
    await refresh(stage, viewer);
  }
}

async function browse({ town }: Stage, ask: Browser) {
  const filmId = town.filmIds[randomInt(town.filmIds.length)]!;
  const criteria = encodeURIComponent(`movieNameLIKE=${WORD}`);
  await ask('list', 'GET', '/api/ott/public/getallmovies');
  await think();
  await ask('search', 'GET', `/api/ott/public/searchmovies?search=${criteria}`);
  await ask('film', 'GET', `/api/ott/public/movies/${filmId}`);
  await ask('picture', 'GET', '/media/images/poster.webp');
  await think();
}

/** A newcomer each time, since one number is sent one code in two minutes: who hears no code takes another number here. */
const signIn = (stage: Stage, ask: Browser): Promise<Viewer> =>
  persist(stage, 'to be signed in', async () => {
    const mobileno = `9${String(randomInt(10 ** 9)).padStart(9, '0')}`;
    const asked = await ask('code', 'POST', '/api/auth/users/registerbyphone', {
      body: { mobileno, countryCode: '91' },
    });
    if (!asked.ok) return null;
    const [code] = await stage.town.bank.codesTo(`91${mobileno}`);
    if (!code) return null;
    const { ok, json } = await ask('login', 'POST', '/api/auth/users/login', {
      body: { username: mobileno, password: code },
    });
    if (!ok) return null;
    const { userId, token, refreshtoken: refreshToken } = json;
    const viewer: Viewer = { ask, userId, token, refreshToken, isRefreshUnanswered: false };
    await introduce(stage, viewer, mobileno);
    return viewer;
  });

/** Says where letters go, so that the ticket's comes. */
const introduce = (stage: Stage, { ask, userId, token }: Viewer, mobileno: string) =>
  persist(stage, 'to be known by name', async () => {
    const body = { firstName: 'Meena', lastName: 'Rao', emailId: `${mobileno}@example.com` };
    const { ok, status } = await ask('profile', 'PUT', `/api/auth/userinfo/${userId}`, { token, body });
    if (!ok && status && status < 500) throw new Error(`The profile was refused with ${status}`);
    return ok || null;
  });

/**
 * As a browser does it at the end of its token: with the answer lost, it asks again with the same. If the lost one took effect, that
 * is reuse ten seconds later: the session ends, and the viewer signs in again.
 */
async function refresh(stage: Stage, viewer: Viewer) {
  const body = { refreshToken: viewer.refreshToken };
  const { ok, status, json } = await viewer.ask('refresh', 'POST', '/api/auth/users/generatetoken', { body });
  if (status === 403) {
    if (!viewer.isRefreshUnanswered) stage.stuck.push('to stay signed in');
    throw new GaveUp('signed out');
  }
  viewer.isRefreshUnanswered = !ok;
  if (ok) Object.assign(viewer, { token: json.token, refreshToken: json.refreshtoken });
}

export const aKey = () => randomUUID();
