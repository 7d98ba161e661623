import { describe, expect, test } from 'vitest';
import { contentPolicy } from '#domain/content-policy.ts';

const sourcesOf = (settings: Record<string, string>, name: string): string[] => {
  const { directives } = contentPolicy(settings);
  return directives
    .find((each) => each.startsWith(`${name} `))!
    .split(' ')
    .slice(1);
};
const OTHER_ORIGINS = {
  PUBLIC_AUTH_URL: 'https://auth.example/api/auth',
  PUBLIC_OTT_URL: 'https://ott.example/api/ott',
};
const KEYS = {
  RAZORPAY_KEY_ID: 'rzp_1',
  PAYPAL_CLIENT_ID: 'a',
  GOOGLE_CLIENT_ID: 'b',
  FACEBOOK_APP_ID: '1',
};

describe('The content policy', () => {
  test('allows only the own origin, unless a setting adds others', () => {
    const { directives, scripts, styles } = contentPolicy({});
    for (const kind of ['connect-src', 'frame-src']) expect(directives).toContain(`${kind} 'self'`);
    expect([scripts, styles]).toEqual([["'self'"], ["'self'"]]);
  });

  test('lists both services if they are on other origins', () => {
    expect(sourcesOf(OTHER_ORIGINS, 'connect-src')).toEqual(
      expect.arrayContaining(['https://auth.example', 'https://ott.example']),
    );
    for (const kind of ['img-src', 'media-src'])
      expect(sourcesOf(OTHER_ORIGINS, kind)).toContain('https://ott.example');
    const { scripts } = contentPolicy({ ...OTHER_ORIGINS, ...KEYS });
    expect(scripts.filter((each) => each.includes('.example'))).toEqual([]);
  });

  test('lists the hosts of pictures and tiles, and no whole scheme', () => {
    const settings = {
      ...KEYS,
      PUBLIC_IMAGE_BASE: 'https://pictures.example/images',
      PICTURE_ORIGINS: 'https://a.example, https://b.example',
      MAP_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
    };
    const pictures = ['https://pictures.example', 'https://a.example', 'https://b.example'];
    expect(sourcesOf(settings, 'img-src')).toEqual(
      expect.arrayContaining([...pictures, 'https://*.tiles.example']),
    );
    expect(sourcesOf(settings, 'media-src')).toEqual(expect.arrayContaining(pictures));
    for (const all of [settings, {}])
      for (const kind of ['default-src', 'img-src', 'media-src', 'connect-src', 'frame-src'])
        expect(sourcesOf(all, kind)).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(\*|https?:)$/)]),
        );
  });

  test('does not change if the services are paths of the site', () => {
    expect(contentPolicy({ PUBLIC_AUTH_URL: '/api/auth', PUBLIC_OTT_URL: '/api/ott' })).toEqual(
      contentPolicy({}),
    );
  });
});
