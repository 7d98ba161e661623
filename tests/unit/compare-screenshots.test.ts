import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { runCommand } from '../support/server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'matinee-shots-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const [before, after] = ['before', 'after'].map((name) => join(root, name)) as [string, string];
for (const folder of [before, after]) mkdirSync(folder);

/** A white image with a dark rectangle. */
async function aScreenshot(
  folder: string,
  name: string,
  height = 100,
  dark = { left: 10, top: 10, width: 1, height: 1 },
) {
  const { left, top, ...size } = dark;
  const rectangle = { create: { ...size, channels: 3 as const, background: '#123' } };
  await sharp({ create: { width: 200, height, channels: 3, background: '#fff' } })
    .composite([{ input: rectangle, left, top }])
    .png()
    .toFile(join(folder, name));
}

async function compare(...args: string[]) {
  const command = runCommand(['scripts/shots.ts', '--compare', before, ...args], {});
  const code = await command.exited;
  return { code, lines: command.output().trim().split('\n') };
}

test('screenshots are compared pixel by pixel, with the share and the place of the difference', async () => {
  await aScreenshot(before, 'same.png');
  await aScreenshot(after, 'same.png');
  await aScreenshot(before, 'moved.png');
  await aScreenshot(after, 'moved.png', 100, { left: 20, top: 40, width: 10, height: 5 });
  await aScreenshot(before, 'longer.png');
  await aScreenshot(after, 'longer.png', 110);
  await aScreenshot(after, 'new.png');

  const { code, lines } = await compare(after);
  expect(code).toBe(1);
  expect(lines).toHaveLength(4);
  const differences = join(after, 'differences');
  expect(lines).toEqual(
    expect.arrayContaining([
      // One dark pixel became white, and 50 became dark.
      `moved.png: 0.2550 % of the pixels differ, in 20 × 35 px at 10, 10: ${join(differences, 'moved.png')}`,
      `longer.png: 9.0909 % of the pixels differ, in 200 × 10 px at 0, 100: ${join(differences, 'longer.png')}`,
      `new.png: only in ${after}`,
      '3 screenshots differ.',
    ]),
  );
  expect(readdirSync(differences).toSorted()).toEqual(['longer.png', 'moved.png']);
  const drawn = await sharp(join(differences, 'moved.png')).removeAlpha().raw().toBuffer();
  const pixelAt = (x: number, y: number) => [
    ...drawn.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3),
  ];
  expect(pixelAt(20, 40)).toEqual([255, 0, 0]);
  expect(pixelAt(100, 80)).toEqual([255, 255, 255]);
});

test(
  'equal folders give exit code 0, and the error names a missing folder',
  { tags: ['deep'] },
  async () => {
    expect(await compare(before)).toEqual({ code: 0, lines: ['All screenshots are equal.'] });
    expect(await compare(join(root, 'nowhere'))).toEqual({
      code: 1,
      lines: [expect.stringContaining(`There are no screenshots in ${join(root, 'nowhere')}`)],
    });
  },
);
