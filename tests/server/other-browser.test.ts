import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE } from '#domain/limits/durations.ts';
import { DEVICE_CODE_GRANT } from '#contract/television.ts';
import { aClock, aServer, type TestServer } from '../support/test-server.ts';

const clock = aClock();
let server: TestServer;
beforeAll(async () => {
  server = await aServer({ clock });
});

const aLink = async (as: { userId: number }) =>
  (await server.post('/api/auth/devices/link', { as })).json;
const open = (device_code: string) =>
  server.post('/api/auth/devices/token', { body: { grant_type: DEVICE_CODE_GRANT, device_code } });

describe('an address that opens in another browser', () => {
  test('signs in the viewer who asked for it, and its session is no television', async () => {
    const viewer = await server.aViewer();
    const { device_code, expires_in } = await aLink(viewer);
    expect(expires_in).toBe(300);
    const { status, json } = await open(device_code);
    expect([status, json.userId]).toEqual([200, viewer.userId]);
    const televisions = await server.get('/api/auth/devices/televisions', { as: viewer });
    expect(televisions.json.content).toEqual([]);
  });

  test('signs in once, whoever opens it 20 times at once', async () => {
    const { device_code } = await aLink(await server.aViewer());
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(device_code)));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(opened.find(({ status }) => status !== 200)!.json.error).toBe('invalid_grant');
  });

  test('has ended after five minutes', async () => {
    const { device_code } = await aLink(await server.aViewer());
    clock.advance(5 * MINUTE);
    expect((await open(device_code)).json.error).toBe('expired_token');
  });

  test('can be asked for 20 times an hour', async () => {
    const viewer = await server.aViewer();
    for (let asked = 0; asked < 20; asked += 1) await aLink(viewer);
    expect((await server.post('/api/auth/devices/link', { as: viewer })).status).toBe(429);
  });
});
