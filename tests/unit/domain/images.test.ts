import { expect, test } from 'vitest';
import { imageSources, imageUrl } from '#domain/images.ts';

test.each([
  ['uses an https URL unchanged', 'https://cdn.example/p.jpg', 'https://cdn.example/p.jpg'],
  ['prepends the base to other URLs', 'rain/poster-400.webp', '/media/images/rain/poster-400.webp'],
  ['joins with one slash', '/rain/poster-400.webp', '/media/images/rain/poster-400.webp'],
  [
    'does not trust plain http',
    'http://cdn.example/p.jpg',
    '/media/images/http://cdn.example/p.jpg',
  ],
])('%s', (_, address, url) => {
  expect(imageUrl(address, '/media/images')).toBe(url);
  expect(imageUrl(address, '/media/images/')).toBe(url);
});

test('an imported poster has every width and both formats', () => {
  const sources = imageSources('rain/poster-400.webp', 'poster', '/media/images');
  expect(sources).toMatchObject({ width: 400, height: 600 });
  expect(sources.avif).toBe(
    '/media/images/rain/poster-200.avif 200w, /media/images/rain/poster-400.avif 400w, /media/images/rain/poster-640.avif 640w',
  );
  expect(sources.webp).toContain('/media/images/rain/poster-640.webp 640w');
});

test('a picture that was not imported has one URL and its size', () => {
  expect(imageSources('https://cdn.example/p.jpg', 'banner', '/media/images')).toEqual({
    src: 'https://cdn.example/p.jpg',
    width: 1080,
    height: 608,
  });
});
