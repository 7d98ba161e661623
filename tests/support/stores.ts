import './tab.ts';
import { setFetch } from '#api/http.ts';
import { saveTokens, writeItem } from '#api/tokens.ts';
import { signUserToken } from '#server/tokens.ts';
import { aHouse } from './house.ts';

/** A house whose server the stores of this test file meet in process, through the browser's own code. */
export async function aHouseForStores(...options: Parameters<typeof aHouse>) {
  const house = await aHouse(...options);
  /** The calls that arrived: `POST /api/auth/users/generatetoken`. */
  const calls: string[] = [];
  const online = { value: true };
  const underway = { count: 0 };

  /** Lets the house's own server answer, which it does from the start; another tab has a fetch of its own to set. */
  const answer = (set: (replacement: typeof fetch) => unknown = setFetch) =>
    set(async (input, init) => {
      const request = new Request(input, init);
      if (!online.value) throw new TypeError('Failed to fetch');
      calls.push(`${request.method} ${new URL(request.url).pathname}`);
      underway.count += 1;
      try {
        return await house.app.request(request);
      } finally {
        underway.count -= 1;
      }
    });
  answer();

  /** The six digits of the last SMS to a number. */
  async function lastCodeFor(mobile: string): Promise<string> {
    const { json } = await house.get(`/sandbox/inbox.json?to=91${mobile}`);
    return /\d{6}/.exec(json[0]?.text ?? '')?.[0] ?? '';
  }

  /** A viewer who signed in on this browser by a real code. */
  async function signIn(mobile = `9${String(Math.random()).slice(2, 11)}`) {
    await house.post('/api/auth/users/forgotpasswordbyphone', { body: { mobileno: mobile } });
    const { json } = await house.post('/api/auth/users/login', {
      body: { username: mobile, password: await lastCodeFor(mobile) },
    });
    saveTokens(json);
    writeItem('userId', String(json.userId));
    calls.length = 0;
    return { mobile, userId: json.userId as number };
  }

  /** The user token of this browser ran out; its refresh token is still good. */
  async function letTokenRunOut(userId: number) {
    const longAgo = new Date(house.clock.now().getTime() - 86_400_000);
    writeItem('userToken', await signUserToken(house.config.secrets.tokenSecret, { userId, roles: [] }, longAgo));
  }

  return { ...house, calls, online, underway, answer, lastCodeFor, signIn, letTokenRunOut };
}
