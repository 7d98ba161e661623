import type autocannon from 'autocannon';
import { toWire } from '#domain/dates.ts';
import { HOUR } from '#domain/limits.ts';
import { signUserToken } from '#server/tokens.ts';
import type { Filled, Visitor } from './fill.ts';

/** One kind of call: gives the next request each time that it is asked. */
export interface Kind {
  name: string;
  next: () => autocannon.Request;
}

const json = { 'content-type': 'application/json' };

/** What people do most, and what costs most. Every order is a new one: another viewer, or another film. */
export async function kindsOf({ movieIds, visitors, terms }: Filled, tokenSecret: string): Promise<Kind[]> {
  const tokens = await Promise.all(
    visitors.map(({ userId }) => signUserToken(tokenSecret, { userId, roles: [] }, new Date())),
  );
  const bearer = (at: number) => ({ authorization: `Bearer ${tokens[at % tokens.length]!}` });
  const counted = (make: (count: number) => autocannon.Request) => {
    let count = 0;
    return () => make(count++);
  };
  const visitor = (at: number): Visitor => visitors[at % visitors.length]!;
  // The first film is what everybody holds a ticket for.
  const film = (count: number) => movieIds[1 + (Math.floor(count / visitors.length) % (movieIds.length - 1))]!;

  return [
    {
      name: 'public list',
      next: counted((count) => ({
        method: 'GET',
        path: `/api/ott/public/getallmovies?page=${1 + (count % 20)}&size=12`,
      })),
    },
    {
      name: 'search',
      next: counted((count) => ({
        method: 'GET',
        path: `/api/ott/public/searchmovies?search=movieNameLIKE=${terms[count % terms.length]!}&page=0&size=10`,
      })),
    },
    {
      name: 'order',
      next: counted((count) => ({
        method: 'POST',
        path: `/api/ott/movies/${film(count)}/orders`,
        headers: { ...json, ...bearer(count) },
        body: JSON.stringify({ bookingStartTime: nextHour(), timezone: 'UTC' }),
      })),
    },
    {
      name: 'heartbeat',
      next: counted((count) => ({
        method: 'POST',
        path: `/api/ott/playback/${visitor(count).sessionId}/renew`,
        headers: { ...json, ...bearer(count) },
        body: JSON.stringify({ moviePlayId: visitor(count).moviePlayId, playSeekTime: (count % 6000) / 50 }),
      })),
    },
  ];
}

const nextHour = () => toWire(new Date(Math.ceil(Date.now() / HOUR) * HOUR));
