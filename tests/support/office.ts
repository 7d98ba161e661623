import { Secret, TOTP } from 'otpauth';
import type { OfficeRole } from '#domain/office-roles.ts';
import { inviteMember } from '#server/office/members.ts';
import type { TestServer } from './test-server.ts';

export const OFFICE_PASSWORD = 'a long enough pass phrase';
let memberCount = 0;

/** The code of an authenticator app at this time. */
export const appCode = (secret: string, time: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });

/** Sends requests to `/api/office` as the pages of the back office do. Keeps the session cookie. */
export function officeClient(server: TestServer, cookie = '') {
  const client = {
    cookie,
    async send(
      method: 'get' | 'post',
      path: string,
      body?: object,
      headers: Record<string, string> = {},
    ) {
      const reply = await server[method](`/api/office${path}`, {
        ...(body && { body }),
        headers: { cookie: client.cookie, ...headers },
      });
      const set = reply.headers.get('set-cookie');
      if (set) client.cookie = set.split(';')[0]!;
      return reply;
    },
    get: (path: string) => client.send('get', path),
    post: (path: string, body: object = {}, headers?: Record<string, string>) =>
      client.send('post', path, body, headers),
    /** Runs an operation: `run('movie price', { film, rupees })`. */
    run: (name: string, input: object = {}, options: object = {}) =>
      client.post(`/operations/${name.replace(' ', '/')}`, { input, ...options }),
  };
  return client;
}

export type OfficeClient = ReturnType<typeof officeClient>;

export async function anInvitation(server: TestServer, roles: OfficeRole[]) {
  const name = `member-${++memberCount}@example.com`;
  const { link } = await inviteMember(server.deps, name, roles);
  return { name, invitation: new URL(link).hash.replace('#invitation=', '') };
}

/** A member who is signed in. `nextCode` moves the clock by 30 seconds, because each code works once. */
export async function anOfficeMember(server: TestServer, ...roles: OfficeRole[]) {
  const { name, invitation } = await anInvitation(server, roles);
  const client = officeClient(server);
  const { secret } = (await client.post('/invitations/open', { invitation })).json;
  const nextCode = () => {
    server.clock.advance(30_000);
    return appCode(secret, server.clock.now());
  };
  const accepted = await client.post('/invitations/accept', {
    invitation,
    password: OFFICE_PASSWORD,
    code: nextCode(),
  });
  const { recoveryCodes } = accepted.json as { recoveryCodes: string[] };
  return { ...client, client, name, secret, recoveryCodes, nextCode };
}
