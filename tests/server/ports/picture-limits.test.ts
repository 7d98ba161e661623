import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { PICTURE_MAX_PIXELS } from '#domain/images.ts';
import { MediaError } from '#server/ports/media/errors.ts';
import { reencodePoster } from '#server/ports/media/poster-picture.ts';
import { openDryRunStore, openMediaStore } from '#server/ports/media/store.ts';
import { anAvifBomb, aPng, A_WEBP_BOMB } from '../../support/bad-pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-limits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, bytes: Buffer): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
const encode = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#456' }, limitInputPixels: false });
const avifBomb = await anAvifBomb(10_000);
const stores = {
  'a preview': openDryRunStore(),
  'an import': openMediaStore(join(folder, 'media')),
};

describe.each(Object.entries(stores))('%s', (_, store) => {
  test.each([
    ['bomb.webp', A_WEBP_BOMB, '16383 × 16383'],
    ['bomb.avif', avifBomb, '10000 × 10000'],
    ['bomb.png', aPng({ width: 16_383, height: 16_383, bytes: 1000 }), '16383 × 16383'],
  ])('refuses %s, which claims hundreds of megabytes, by its size', async (name, bytes, size) => {
    const message = `${name} has ${size} pixels, and a picture may have 40 million. Make it smaller.`;
    const refused = store.storePicture('banner', put(name, bytes));
    await expect(refused).rejects.toThrow(MediaError);
    await expect(refused).rejects.toThrow(message);
  });

  test('refuses a size that the decoder of its format can only keep whole in memory', async () => {
    const file = put('whole.avif', await anAvifBomb(4500));
    await expect(store.storePicture('banner', file)).rejects.toThrow(
      'whole.avif has 4500 × 4500 pixels, which need too much memory in this format. Make it smaller, or save it as a JPEG',
    );
  });

  test('takes a banner of 8000 × 4500 pixels, also as a progressive JPEG', async () => {
    expect(8000 * 4500).toBeLessThan(PICTURE_MAX_PIXELS);
    const file = put('banner.jpg', await encode(8000, 4500).jpeg({ progressive: true }).toBuffer());
    const address = await store.storePicture('banner', file);
    expect(address).toMatch(/^[0-9a-f]{12}\/banner-1080\.webp$/);
    expect(await store.placeholderColour('banner', address)).toMatch(/^#[0-9a-f]{6}$/);
  });
});

test('a preview announces the colour that the import stores', async () => {
  const file = put(
    'two-colours.png',
    await encode(1600, 900)
      .composite([
        {
          input: { create: { width: 400, height: 900, channels: 3, background: '#a00' } },
          left: 0,
          top: 0,
        },
      ])
      .png()
      .toBuffer(),
  );
  const colourIn = async (store: ReturnType<typeof openDryRunStore>) =>
    store.placeholderColour('poster', await store.storePicture('poster', file, { x: 0, y: 50 }));
  expect(await colourIn(stores['a preview'])).toBe(await colourIn(stores['an import']));
});

test('a viewer’s poster has the same limit', async () => {
  const file = put(
    'progressive.jpg',
    await encode(7000, 5500).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  );
  await expect(reencodePoster(file, join(folder, 'poster.webp'))).rejects.toMatchObject({
    reason: 'memory',
  });
});
