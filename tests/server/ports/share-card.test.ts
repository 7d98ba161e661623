import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SHARE_CARD, shareCardUrl } from '#domain/images.ts';
import { openMediaStore } from '#server/ports/media/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-card-'));
const mediaDir = join(folder, 'media');
const picture = join(folder, 'banner.png');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Noise, the hardest picture to compress. */
beforeAll(async () => {
  const create = {
    width: 1600,
    height: 900,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
  };
  await sharp({ create: { ...create, background: '#000' } })
    .png({ compressionLevel: 1 })
    .toFile(picture);
});

const store = (kind: 'poster' | 'banner') => openMediaStore(mediaDir).storePicture(kind, picture);
const cardOf = (address: string) => join(mediaDir, 'images', dirname(address), SHARE_CARD.file);

describe('the share card', () => {
  test('is rendered from a banner and small for any picture', async () => {
    const card = cardOf(await store('banner'));
    expect(await sharp(card).metadata()).toMatchObject({
      width: SHARE_CARD.width,
      height: SHARE_CARD.height,
      format: 'jpeg',
    });
    expect(statSync(card).size).toBeLessThanOrEqual(200_000);
  });

  test('is not rendered from a poster', async () => {
    const poster = await store('poster');
    expect(() => statSync(cardOf(poster))).toThrow(/ENOENT/);
  });

  test(
    'is added by the next import to a stored banner without one, and the other files stay',
    { tags: ['deep'] },
    async () => {
      const address = await store('banner');
      const storedFile = join(mediaDir, 'images', address);
      writeFileSync(storedFile, 'as it was');
      rmSync(cardOf(address));
      expect(await store('banner')).toBe(address);
      expect(statSync(cardOf(address)).size).toBeGreaterThan(1000);
      expect(readFileSync(storedFile, 'utf8')).toBe('as it was');
    },
  );

  test('has an address only beside a banner that the import wrote', () => {
    expect(shareCardUrl('ab12/banner-1080.webp', '/media/images')).toBe(
      '/media/images/ab12/card.jpg',
    );
    expect(shareCardUrl('ab12/poster-400.webp', '/media/images')).toBeNull();
    expect(shareCardUrl('https://cdn.example/banner.jpg', '/media/images')).toBeNull();
    expect(shareCardUrl('ab12/banner-1080.webp', 'https://cdn.example/i')).toBe(
      'https://cdn.example/i/ab12/card.jpg',
    );
  });
});
