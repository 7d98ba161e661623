import { expect, test } from 'vitest';
import { aServer } from '../support/test-server.ts';

const INBOX = '/sandbox/inbox.json?to=919000000002';

test('outside production, the server answers only names of this machine and its own origins', async () => {
  const server = await aServer({
    settings: { SITE_ORIGINS: 'http://server.test,https://cinema.example' },
  });
  const statusAt = async (host: string, path = INBOX) =>
    (await server.app.request(`http://${host}${path}`)).status;
  for (const host of [
    'localhost:4321',
    '127.0.0.1:4321',
    '[::1]:4321',
    'server.test',
    'cinema.example',
    'a.localhost',
  ])
    expect([host, await statusAt(host)]).toEqual([host, 200]);
  for (const host of [
    'rebind.evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '198.51.100.7',
  ])
    for (const path of [INBOX, '/api/ott/healthz', '/api/office/session', '/'])
      expect([host, path, await statusAt(host, path)]).toEqual([host, path, 421]);
});

test('a public sandbox answers every name', async () => {
  const open = await aServer({ settings: { ALLOW_PUBLIC_SANDBOX: 'true' } });
  expect((await open.app.request(`http://192.168.1.20:4321${INBOX}`)).status).toBe(200);
});
