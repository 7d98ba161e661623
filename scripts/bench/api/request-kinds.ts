import type autocannon from 'autocannon';
import { toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { signUserToken } from '#server/tokens.ts';
import { pick } from '../pick.ts';
import type { TestData } from './test-data.ts';

export type NextRequest = () => autocannon.Request & { path: string };

const json = { 'content-type': 'application/json' };
/** Browsers send this header too. */
const compressed = { 'accept-encoding': 'gzip, deflate, br' };

/**
 * Creates the most frequent and the most expensive requests. Every order is for a new pair of
 * viewer and film.
 */
export function createRequestKinds({ movieIds, viewers, terms }: TestData, tokenSecret: string) {
  const tokens = viewers.map(({ userId }) =>
    signUserToken(tokenSecret, { userId, roles: [] }, new Date()),
  );
  const bearer = (at: number) => ({ authorization: `Bearer ${pick(tokens, at)}` });
  const withCounter = (make: (count: number) => ReturnType<NextRequest>): NextRequest => {
    let count = 0;
    return () => make(count++);
  };
  // Every viewer already has a ticket for the first film.
  const unsoldIds = movieIds.slice(1);
  const film = (count: number) => pick(unsoldIds, Math.floor(count / viewers.length));

  return {
    'public list': withCounter((count) => ({
      method: 'GET',
      path: `/api/ott/public/getallmovies?page=${1 + (count % 20)}&size=12`,
      headers: compressed,
    })),
    'film info': withCounter((count) => ({
      method: 'GET',
      path: `/api/ott/public/movieinfo?movie=bench${count % 1000}`,
      headers: compressed,
    })),
    search: withCounter((count) => ({
      method: 'GET',
      path: `/api/ott/public/searchmovies?search=movieNameLIKE=${encodeURIComponent(pick(terms, count))}&page=0&size=10`,
      headers: compressed,
    })),
    order: withCounter((count) => ({
      method: 'POST',
      path: `/api/ott/movies/${film(count)}/orders`,
      headers: { ...json, ...bearer(count) },
      body: JSON.stringify({ bookingStartTime: nextHour(), timezone: 'UTC' }),
    })),
    heartbeat: withCounter((count) => ({
      method: 'POST',
      path: `/api/ott/playback/${pick(viewers, count).sessionId}/renew`,
      headers: { ...json, ...bearer(count) },
      body: JSON.stringify({
        moviePlayId: pick(viewers, count).moviePlayId,
        playSeekTime: (count % 6000) / 50,
      }),
    })),
  };
}

const nextHour = () => toWire(new Date(Math.ceil(Date.now() / HOUR) * HOUR));
