import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CARD, cardUrl } from '#domain/images.ts';
import { openMediaStore } from '#server/ports/media/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-card-'));
const mediaDir = join(folder, 'media');
const picture = join(folder, 'banner.png');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Noise, the hardest picture to make small. */
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

const keep = (kind: 'poster' | 'banner') => openMediaStore(mediaDir).keepPicture(kind, picture);
const cardOf = (address: string) => join(mediaDir, 'images', dirname(address), CARD.file);

describe('the card that a shared link shows', () => {
  test('is made of a banner, light whatever the picture', async () => {
    const card = cardOf(await keep('banner'));
    expect(await sharp(card).metadata()).toMatchObject({ width: CARD.width, height: CARD.height, format: 'jpeg' });
    expect(statSync(card).size).toBeLessThanOrEqual(200_000);
  });

  test('is not made of a poster', async () => {
    const poster = await keep('poster');
    expect(() => statSync(cardOf(poster))).toThrow(/ENOENT/);
  });

  test('is added by the next import to a banner that was kept without one, and the rest stays', async () => {
    const address = await keep('banner');
    const kept = join(mediaDir, 'images', address);
    writeFileSync(kept, 'as it was');
    rmSync(cardOf(address));
    expect(await keep('banner')).toBe(address);
    expect(statSync(cardOf(address)).size).toBeGreaterThan(1000);
    expect(readFileSync(kept, 'utf8')).toBe('as it was');
  });

  test('has an address where the banner is our own', () => {
    expect(cardUrl('ab12/banner-1080.webp', '/media/images')).toBe('/media/images/ab12/card.jpg');
    expect(cardUrl('ab12/poster-400.webp', '/media/images')).toBeNull();
    expect(cardUrl('https://cdn.example/banner.jpg', '/media/images')).toBeNull();
    expect(cardUrl('ab12/banner-1080.webp', 'https://cdn.example/i')).toBe('https://cdn.example/i/ab12/card.jpg');
  });
});
