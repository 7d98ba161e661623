import type autocannon from 'autocannon';
import { toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits/durations.ts';
import { signUserToken } from '#server/tokens.ts';
import type { TestData, SimulatedViewer } from './test-data.ts';

export interface RequestKind {
  name: string;
  next: () => autocannon.Request;
}

const json = { 'content-type': 'application/json' };
/** Browsers send this header too. */
const compressed = { 'accept-encoding': 'gzip, deflate, br' };

/** Creates the most frequent and the most expensive requests. Every order is for a new pair of viewer and film. */
export function createRequestKinds(
  { movieIds, viewers, terms }: TestData,
  tokenSecret: string,
): RequestKind[] {
  const tokens = viewers.map(({ userId }) =>
    signUserToken(tokenSecret, { userId, roles: [] }, new Date()),
  );
  const bearer = (at: number) => ({ authorization: `Bearer ${tokens[at % tokens.length]!}` });
  const withCounter = (make: (count: number) => autocannon.Request) => {
    let count = 0;
    return () => make(count++);
  };
  const viewer = (at: number): SimulatedViewer => viewers[at % viewers.length]!;
  // Every viewer already has a ticket for the first film.
  const film = (count: number) =>
    movieIds[1 + (Math.floor(count / viewers.length) % (movieIds.length - 1))]!;

  return [
    {
      name: 'public list',
      next: withCounter((count) => ({
        method: 'GET',
        path: `/api/ott/public/getallmovies?page=${1 + (count % 20)}&size=12`,
        headers: compressed,
      })),
    },
    {
      name: 'film info',
      next: withCounter((count) => ({
        method: 'GET',
        path: `/api/ott/public/movieinfo?movie=bench${count % 1000}`,
        headers: compressed,
      })),
    },
    {
      name: 'search',
      next: withCounter((count) => ({
        method: 'GET',
        path: `/api/ott/public/searchmovies?search=movieNameLIKE=${encodeURIComponent(terms[count % terms.length]!)}&page=0&size=10`,
        headers: compressed,
      })),
    },
    {
      name: 'order',
      next: withCounter((count) => ({
        method: 'POST',
        path: `/api/ott/movies/${film(count)}/orders`,
        headers: { ...json, ...bearer(count) },
        body: JSON.stringify({ bookingStartTime: nextHour(), timezone: 'UTC' }),
      })),
    },
    {
      name: 'heartbeat',
      next: withCounter((count) => ({
        method: 'POST',
        path: `/api/ott/playback/${viewer(count).sessionId}/renew`,
        headers: { ...json, ...bearer(count) },
        body: JSON.stringify({
          moviePlayId: viewer(count).moviePlayId,
          playSeekTime: (count % 6000) / 50,
        }),
      })),
    },
  ];
}

const nextHour = () => toWire(new Date(Math.ceil(Date.now() / HOUR) * HOUR));
