import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { aServer, type TestServer } from '../support/test-server.ts';

const SITE = 'https://cinema.example';
const API = 'https://api.example';

const requests: Request[] = [];
let server: TestServer;

beforeAll(async () => {
  vi.stubEnv('PUBLIC_AUTH_URL', `${API}/api/auth`);
  vi.stubEnv('PUBLIC_OTT_URL', `${API}/api/ott`);
  vi.stubGlobal('location', new URL(SITE));
  server = await aServer({
    settings: { ORIGIN: API, SITE_ORIGINS: SITE, ALLOW_PUBLIC_SANDBOX: 'true' },
  });
  const { setFetch } = await import('#api/http.ts');
  setFetch(async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    return server.app.request(request);
  });
});
afterAll(() => vi.unstubAllEnvs());

describe('with the API on another origin, the browser’s code', () => {
  test('sends requests there, with the cookie only for endpoints that use it', async () => {
    const { fetchNonce, fetchSocialProviders } = await import('#api/session.ts');
    await Promise.all([fetchNonce(), fetchSocialProviders()]);
    expect(Object.fromEntries(requests.map(({ url, credentials }) => [url, credentials]))).toEqual({
      [`${API}/api/auth/social/nonce`]: 'include',
      [`${API}/api/auth/social/providers`]: 'same-origin',
    });
  });

  test('resolves segments, pictures and trailers there', async () => {
    const { createPlayLease } = await import('#stores/playback/play-lease.ts');
    const { IMAGE_BASE } = await import('#islands/catalogue/image-base.ts');
    const { videoHref } = await import('#islands/catalogue/film/video-href.ts');
    const url = `${API}/api/ott/playback/s1/master.m3u8`;
    const media = { base: '/media/signed/x/packages/a-film/', query: '' };
    const previews = {
      uri: 'sprite.webp',
      columns: 1,
      rows: 1,
      width: 1,
      height: 1,
      everySeconds: 1,
    };
    const film = { url, playToken: 't', media, previews };
    const lease = createPlayLease(
      film,
      async () => film,
      () => undefined,
    );
    lease.stop();
    expect(lease.signedUrl(`${API}/api/ott/playback/s1/media/240p/1.m4s`)).toBe(
      `${API}${media.base}240p/1.m4s`,
    );
    expect(IMAGE_BASE).toBe(`${API}/media/images`);
    expect(videoHref('/media/video/a.mp4')).toBe(`${API}/media/video/a.mp4`);
  });
});
