import { randomInt } from 'node:crypto';
import { Writable } from 'node:stream';
import { createLog } from '#server/log.ts';
import type { TestServer } from './test-server.ts';

/** A random +91 number, so that tests do not reach a cap for a number block. */
export const aMobileNumber = () => `9${String(randomInt(0, 10 ** 9)).padStart(9, '0')}`;
export const anIpAddress = () =>
  ['10', randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

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

/** The device cookie that a sign-in set, or an empty string. */
export const deviceCookieOf = ({ headers }: { headers: Headers }) =>
  /known_device=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';

/** The requests of the sign-in screens. `ipAddress` is what the proxy reports. */
export function signInCalls(server: TestServer) {
  interface Client {
    ipAddress?: string;
    userAgent?: string;
    cookie?: string;
  }
  interface Proof {
    currentPassword?: string;
    otp?: string;
  }
  const post = (path: string, body: object, { ipAddress, userAgent, cookie }: Client = {}) =>
    server.post(`/api/auth/users/${path}`, {
      body,
      headers: {
        ...(ipAddress && { 'X-Forwarded-For': ipAddress }),
        ...(userAgent && { 'User-Agent': userAgent }),
        ...(cookie && { Cookie: cookie }),
      },
    });

  const calls = {
    register: (mobileno: string, client?: Client) =>
      post('registerbyphone', { mobileno, countryCode: '91' }, client),
    registerByEmail: (emailId: string, fields: object = {}, client?: Client) =>
      post(
        'registerbyemail',
        { emailId, mobileno: '2025550123', countryCode: '1', ...fields },
        client,
      ),
    requestCode: (username: string, client?: Client) =>
      username.includes('@')
        ? post('forgotpassword', { emailId: username, mobileno: '' }, client)
        : post('forgotpasswordbyphone', { mobileno: username }, client),
    validateCode: (username: string, otp: string, client?: Client) =>
      post('validatephoneotp', { username, otp }, client),
    signIn: (username: string, password: string, client?: Client) =>
      post('login', { username, password }, client),
    rotateToken: (refreshToken: string, client?: Client) =>
      post('generatetoken', { refreshToken }, client),
    resetPassword: (
      token: string,
      username: string,
      password: string,
      confirmPassword = password,
      proof: Proof = {},
    ) =>
      server.post('/api/auth/users/resetpassword', {
        token,
        body: { username, password, confirmPassword, ...proof },
      }),
    inbox: async (username: string) => {
      const to = username.includes('@') ? username : `91${username}`;
      return (await server.get(`/sandbox/inbox.json?to=${encodeURIComponent(to)}`)).json as {
        channel: string;
        subject: string;
        text: string;
      }[];
    },
    codeFor: async (username: string) =>
      /^(\d{6}) /.exec((await calls.inbox(username))[0]!.text)![1]!,
    /** Signs a user in with a code. Default: a new user. */
    aSignedInUser: async (username = aMobileNumber(), client?: Client) => {
      await calls.requestCode(username, client);
      const { json } = await calls.signIn(username, await calls.codeFor(username), client);
      return { username, ...(json as { token: string; refreshtoken: string; userId: number }) };
    },
    tempTokenFor: async (username: string) => {
      await calls.requestCode(username);
      return (await calls.validateCode(username, await calls.codeFor(username))).json
        .tempToken as string;
    },
    profileStatus: async (token: string) =>
      (await server.get('/api/auth/myprofile', { token })).status,
  };
  return calls;
}
