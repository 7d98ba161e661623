import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { CommandError } from '../command-error.ts';

interface PixelDifference {
  /** Differing pixels, 0 to 1. */
  share: number;
  /** The smallest rectangle with all differing pixels. */
  box: { left: number; top: number; width: number; height: number };
}

/** `onlyIn`: the folder, if the other one has no screenshot of this name. */
export type ScreenshotDifference = { name: string } & (PixelDifference | { onlyIn: string });

interface Screenshot {
  pixels: Buffer;
  width: number;
  height: number;
}

const BYTES_PER_PIXEL = 4;
/** Red, opaque: as the four bytes of a pixel. */
const RED = 0xff_00_00_ff;
/** The equal pixels of a difference image are lightened to this share of their contrast. */
const FADED = 0.25;
const WHITE = 255;

/**
 * Compares the PNG files of two folders pixel by pixel. Writes an image into `outDir` for each
 * difference: the newer screenshot, faded, with the differing pixels in red. Removes the earlier
 * images of `outDir`.
 */
export async function compareScreenshots(
  before: string,
  after: string,
  outDir: string,
): Promise<ScreenshotDifference[]> {
  removeScreenshots(outDir);
  const differences: ScreenshotDifference[] = [];
  for (const name of new Set([...screenshotsIn(before), ...screenshotsIn(after)])) {
    const [oldFile, newFile] = [join(before, name), join(after, name)];
    if (!existsSync(oldFile)) differences.push({ name, onlyIn: after });
    else if (!existsSync(newFile)) differences.push({ name, onlyIn: before });
    else if (!readFileSync(oldFile).equals(readFileSync(newFile))) {
      const found = await compareFiles(oldFile, newFile, join(outDir, name));
      if (found) differences.push({ name, ...found });
    }
  }
  return differences;
}

const isScreenshot = (name: string) => name.endsWith('.png');
/** Throws CommandError if there are none. */
function screenshotsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder).filter(isScreenshot) : [];
  if (names.length) return names;
  throw new CommandError(
    `There are no screenshots in ${folder}. Take them first: npm run shots -- ${folder}`,
  );
}

export function removeScreenshots(folder: string) {
  if (existsSync(folder))
    for (const name of readdirSync(folder).filter(isScreenshot)) rmSync(join(folder, name));
}

async function readScreenshot(file: string): Promise<Screenshot> {
  const { data, info } = await sharp(file)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** Pixels outside of one screenshot differ. Returns null if all pixels are equal. */
async function compareFiles(
  oldFile: string,
  newFile: string,
  outFile: string,
): Promise<PixelDifference | null> {
  const [a, b] = [await readScreenshot(oldFile), await readScreenshot(newFile)];
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const marks = Buffer.alloc(width * height * BYTES_PER_PIXEL);
  const [x, y] = [
    { min: width, max: -1 },
    { min: height, max: -1 },
  ];
  let count = 0;
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      if (pixelAt(a, column, row) === pixelAt(b, column, row)) continue;
      count++;
      marks.writeUInt32LE(RED, (row * width + column) * BYTES_PER_PIXEL);
      [x.min, x.max] = [Math.min(x.min, column), Math.max(x.max, column)];
      [y.min, y.max] = [Math.min(y.min, row), Math.max(y.max, row)];
    }
  if (count === 0) return null;
  mkdirSync(dirname(outFile), { recursive: true });
  await drawDifference(newFile, { pixels: marks, width, height }, outFile);
  const box = { left: x.min, top: y.min, width: x.max - x.min + 1, height: y.max - y.min + 1 };
  return { share: count / (width * height), box };
}

const pixelAt = (
  { pixels, width, height }: Screenshot,
  column: number,
  row: number,
): number | null =>
  column < width && row < height
    ? pixels.readUInt32LE((row * width + column) * BYTES_PER_PIXEL)
    : null;

async function drawDifference(
  file: string,
  { pixels, width, height }: Screenshot,
  outFile: string,
) {
  const faded = await sharp(file)
    .flatten({ background: '#fff' })
    .linear(FADED, WHITE * (1 - FADED))
    .png()
    .toBuffer();
  await sharp({ create: { width, height, channels: 4, background: '#fff' } })
    .composite([
      { input: faded, left: 0, top: 0 },
      { input: pixels, raw: { width, height, channels: BYTES_PER_PIXEL }, left: 0, top: 0 },
    ])
    .png()
    .toFile(outFile);
}
