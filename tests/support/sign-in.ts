import { randomInt } from 'node:crypto';
import { Writable } from 'node:stream';
import { createLog } from '#server/log.ts';
import type { TestHouse } from './house.ts';

/** A number of +91 in a block of its own, so that no cap of a block is met by chance. */
export const aNumber = () => `9${String(randomInt(0, 10 ** 9)).padStart(9, '0')}`;
export const anAddress = () => ['10', randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
/** Another code, never the same. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The house's own log, kept in memory. */
export function aLog() {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog('debug', destination), lines, text: () => lines.join('') };
}

/** What a sign-in left in the browser. */
export const deviceOf = ({ headers }: { headers: Headers }) =>
  /known_device=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';

/** The calls of signing in, as the screens make them. `from` is the address that the house's proxy tells. */
export function signingIn(house: TestHouse) {
  interface Where {
    from?: string;
    userAgent?: string;
    /** What `deviceOf` gave: the cookie of a browser that signed in before. */
    cookie?: string;
  }
  interface Proof {
    currentPassword?: string;
    otp?: string;
  }
  const post = (path: string, body: object, { from, userAgent, cookie }: Where = {}) =>
    house.post(`/api/auth/users/${path}`, {
      body,
      headers: {
        ...(from && { 'X-Forwarded-For': from }),
        ...(userAgent && { 'User-Agent': userAgent }),
        ...(cookie && { Cookie: cookie }),
      },
    });

  const calls = {
    register: (mobileno: string, where?: Where) => post('registerbyphone', { mobileno, countryCode: '91' }, where),
    registerByEmail: (emailId: string, more: object = {}, where?: Where) =>
      post('registerbyemail', { emailId, mobileno: '2025550123', countryCode: '1', ...more }, where),
    forgot: (username: string, where?: Where) =>
      username.includes('@')
        ? post('forgotpassword', { emailId: username, mobileno: '' }, where)
        : post('forgotpasswordbyphone', { mobileno: username }, where),
    validate: (username: string, otp: string, where?: Where) => post('validatephoneotp', { username, otp }, where),
    signIn: (username: string, password: string, where?: Where) => post('login', { username, password }, where),
    rotate: (refreshToken: string, where?: Where) => post('generatetoken', { refreshToken }, where),
    reset: (token: string, username: string, password: string, confirmPassword = password, proof: Proof = {}) =>
      house.post('/api/auth/users/resetpassword', { token, body: { username, password, confirmPassword, ...proof } }),
    /** What a number or an address received, newest first. */
    inbox: async (username: string) => {
      const to = username.includes('@') ? username : `91${username}`;
      return (await house.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json as {
        channel: string;
        subject: string;
        text: string;
      }[];
    },
    codeFor: async (username: string) => /^(\d{6}) /.exec((await calls.inbox(username))[0]!.text)![1]!,
    /** Somebody who signed in by a code; a new person unless said otherwise. */
    signedIn: async (username = aNumber(), where?: Where) => {
      await calls.forgot(username, where);
      const { json } = await calls.signIn(username, await calls.codeFor(username), where);
      return { username, ...(json as { token: string; refreshtoken: string; userId: number }) };
    },
    /** What a right code gives to set a password with. */
    tempTokenFor: async (username: string) => {
      await calls.forgot(username);
      return (await calls.validate(username, await calls.codeFor(username))).json.tempToken as string;
    },
    /** Whether a user token opens anything. */
    opens: async (token: string) => (await house.get('/api/auth/myprofile', { token })).status,
  };
  return calls;
}
