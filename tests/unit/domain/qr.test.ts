import fc from '../../support/fast-check.ts';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { qrCode, qrSvg } from '#domain/qr.ts';
import { qrPng } from '#server/streaming/booking/qr-png.ts';

const ADDRESS = 'https://cinema.example/purchasehistory/45127';

async function read(picture: Buffer, width: number): Promise<string | undefined> {
  const { data, info } = await sharp(picture)
    .resize(width)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

describe('a QR code', () => {
  test.each([132, 189, 400])('of %d pixels is read by an independent decoder', async (width) => {
    expect(await read(Buffer.from(qrSvg(ADDRESS)), width)).toBe(ADDRESS);
  });

  test('is read from the picture in mails', async () => {
    expect(await read(await qrPng(ADDRESS), 264)).toBe(ADDRESS);
  });

  test('has a quiet zone of two modules on every side', () => {
    const { size, path } = qrCode(ADDRESS);
    const stretches = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, ...numbers]) =>
      numbers.map(Number),
    );
    expect(Math.min(...stretches.map(([x]) => x!))).toBe(2);
    expect(Math.min(...stretches.map(([, y]) => y!))).toBe(2);
    expect(Math.max(...stretches.map(([x, , length]) => x! + length!))).toBe(size - 2);
    expect(Math.max(...stretches.map(([, y]) => y! + 1))).toBe(size - 2);
  });

  test('with any order’s URL is read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webUrl({ size: 'small' }), fc.integer({ min: 1 }), async (origin, id) => {
        const address = new URL(`/purchasehistory/${id}`, origin).href;
        expect(await read(Buffer.from(qrSvg(address)), 300)).toBe(address);
      }),
      { numRuns: 25 },
    );
  });
});
