import type { Hono } from 'hono';
import { pick } from '../pick.ts';
import { createRequestKinds, type NextRequest } from './request-kinds.ts';
import { signUserToken } from '#server/tokens.ts';
import type { TestData } from './test-data.ts';

export interface SampleCall {
  path: string;
  init: RequestInit;
}
interface CallKind {
  name: string;
  next: () => SampleCall;
}

/** The calls of request-kinds.ts, and frequent calls of a signed-in viewer. */
export async function createCalls(
  app: Hono,
  testData: TestData,
  tokenSecret: string,
): Promise<CallKind[]> {
  const { viewers, movieIds } = testData;
  const tokens = viewers.map(({ userId }) =>
    signUserToken(tokenSecret, { userId, roles: [] }, new Date()),
  );
  const headersOf = (at: number) => ({ authorization: `Bearer ${pick(tokens, at)}` });
  const asViewer = (name: string, pathOf: (at: number) => string): CallKind => {
    let count = 0;
    return { name, next: () => ({ path: pathOf(count), init: { headers: headersOf(count++) } }) };
  };
  const keyRequests = await Promise.all(
    viewers.map(async ({ sessionId }, at) => {
      const path = `/api/ott/playback/${sessionId}`;
      const init = {
        method: 'POST',
        headers: { ...headersOf(at), 'content-type': 'application/json' },
        body: '{}',
      };
      const { playToken } = (await (await app.request(`${path}/renew`, init)).json()) as {
        playToken: string;
      };
      return {
        path: `${path}/keys/0`,
        init: { headers: { authorization: `Bearer ${playToken}` } },
      };
    }),
  );
  let keyRequestCount = 0;
  return [
    ...Object.entries(createRequestKinds(testData, tokenSecret)).map(toCallKind),
    { name: 'key', next: () => pick(keyRequests, keyRequestCount++) },
    asViewer('list for a viewer', () => '/api/ott/searchmovies?search=movieType!SHORTS&size=12'),
    asViewer(
      'list for a viewer, cards',
      () => '/api/ott/searchmovies?search=movieType!SHORTS&size=12&fields=card',
    ),
    asViewer('details of a film', (at) => `/api/ott/movies/${pick(movieIds, at)}`),
    asViewer('own orders', () => '/api/ott/orders?page=0&size=10'),
  ];
}

const toCallKind = ([name, next]: [string, NextRequest]): CallKind => ({
  name,
  next: () => {
    const { method, path, headers, body } = next();
    return {
      path,
      init: {
        method,
        headers: headers as Record<string, string>,
        body: body ? String(body) : undefined,
      },
    };
  },
});
