import './fake-browser.ts';
import { setFetch } from '#api/http.ts';
import { saveTokens, writeItem } from '#api/browser-storage.ts';
import { signUserToken } from '#server/tokens.ts';
import { aServer } from './test-server.ts';

/** Null without a JSON body. */
const bodyOf = (request: Request): Promise<unknown> =>
  request
    .clone()
    .json()
    .catch(() => null);

/** An in-process server that the stores of this test file call through the browser's own code. */
export async function aServerForStores(...options: Parameters<typeof aServer>) {
  const server = await aServer(...options);
  /** Received requests, such as `POST /api/auth/users/generatetoken`. */
  const calls: string[] = [];
  /** The bodies of the received requests. */
  const bodies: { call: string; body: unknown }[] = [];
  const connection = { isUp: true };
  const pendingRequests = { count: 0 };

  /** Routes this tab's fetch to the server. For another tab, pass that tab's setter. */
  const routeFetch = (set: (replacement: typeof fetch) => unknown = setFetch) =>
    set(async (input, init) => {
      const request = new Request(input, init);
      if (!connection.isUp) throw new TypeError('Failed to fetch');
      const { pathname, search } = new URL(request.url);
      pendingRequests.count += 1;
      calls.push(`${request.method} ${pathname}`);
      try {
        bodies.push({
          call: `${request.method} ${pathname}${decodeURIComponent(search)}`,
          body: await bodyOf(request),
        });
        return await server.app.request(request);
      } finally {
        pendingRequests.count -= 1;
      }
    });
  routeFetch();

  async function lastCodeFor(mobile: string): Promise<string> {
    const { json } = await server.get(`/sandbox/inbox.json?to=91${mobile}`);
    return /\d{6}/.exec(json[0]?.text ?? '')?.[0] ?? '';
  }

  async function signIn(mobile = `9${String(Math.random()).slice(2, 11)}`) {
    await server.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } });
    const { json } = await server.post('/api/auth/users/login', {
      body: { username: mobile, password: await lastCodeFor(mobile) },
    });
    saveTokens(json);
    writeItem('userId', String(json.userId));
    calls.length = 0;
    return { mobile, userId: json.userId as number };
  }

  /** Replaces the user token with an expired one. The refresh token stays valid. */
  async function expireToken(userId: number) {
    const longAgo = new Date(server.clock.now().getTime() - 86_400_000);
    writeItem(
      'userToken',
      signUserToken(server.config.secrets.tokenSecret, { userId, roles: [] }, longAgo),
    );
  }

  return {
    ...server,
    calls,
    bodies,
    connection,
    pendingRequests,
    routeFetch,
    lastCodeFor,
    signIn,
    expireToken,
  };
}
