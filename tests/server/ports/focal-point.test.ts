import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { FocalPoint } from '#domain/focal-point.ts';
import { openDryRunStore, openMediaStore } from '#server/ports/media/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-focus-'));
const mediaDir = join(folder, 'media');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIDE = 600;
/** Three squares side by side: red, green, blue. `orientation`: the EXIF tag. */
async function aPicture(name: string, orientation = 1): Promise<string> {
  const file = join(folder, name);
  const squares = ['#f00', '#0f0', '#00f'].map((background, index) => ({
    input: { create: { width: SIDE, height: SIDE, channels: 3 as const, background } },
    left: index * SIDE,
    top: 0,
  }));
  const strip = { width: 3 * SIDE, height: SIDE, channels: 3 as const, background: '#000' };
  await sharp({ create: strip })
    .composite(squares)
    .withMetadata({ orientation })
    .jpeg()
    .toFile(file);
  return file;
}

async function colourOf(address: string): Promise<string> {
  const { dominant } = await sharp(join(mediaDir, 'images', address)).stats();
  return Object.entries(dominant).toSorted(([, a], [, b]) => b - a)[0]![0];
}

describe('a stored picture', () => {
  test('is cropped around the focal point, else in the middle', async () => {
    const file = await aPicture('wide.jpg');
    const store = openMediaStore(mediaDir);
    const colourAt = async (focus?: FocalPoint) =>
      colourOf(await store.storePicture('poster', file, focus));
    expect(await colourAt({ x: 5, y: 50 })).toBe('r');
    expect(await colourAt()).toBe('g');
    expect(await colourAt({ x: 100, y: 0 })).toBe('b');
  });

  test('is cropped as its camera held it', async () => {
    // Shown turned by a quarter: red at the top, blue at the bottom.
    const file = await aPicture('turned.jpg', 6);
    const address = await openMediaStore(mediaDir).storePicture('banner', file, { x: 50, y: 95 });
    expect(await colourOf(address)).toBe('b');
  });

  test('has an address for each focal point, which the dry run knows', async () => {
    const file = await aPicture('addresses.jpg');
    const points = [undefined, { x: 50, y: 50 }, { x: 50, y: 30 }];
    const [stored, dry] = await Promise.all(
      [openMediaStore(mediaDir), openDryRunStore()].map((store) =>
        Promise.all(points.map((focus) => store.storePicture('poster', file, focus))),
      ),
    );
    expect(dry).toEqual(stored);
    expect(stored![1]).toBe(stored![0]);
    expect(stored![2]).not.toBe(stored![0]);
  });
});
