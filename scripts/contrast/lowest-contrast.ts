import sharp from 'sharp';

/** WCAG 2.2: 1.4.3 for text, 1.4.11 for icons. */
export const REQUIRED_CONTRAST = { text: 4.5, icon: 3 } as const;

export type ForegroundKind = keyof typeof REQUIRED_CONTRAST;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A line of text or an icon on a page. */
export interface Foreground {
  kind: ForegroundKind;
  what: string;
  /** Red, green, blue. */
  colour: [number, number, number];
  box: Box;
}

interface Lowest {
  contrast: number;
  what: string;
}

export interface BannerContrast extends Record<ForegroundKind, Lowest> {
  banner: string;
  page: 'home' | 'film';
  width: number;
}

interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

interface Pictures {
  page: Pixels;
  /** The page without text and icons. */
  background: Pixels;
  /** Of the background's pixels. */
  luminances: Float64Array;
}

/** Pixels around a letter that belong to its background. */
const AROUND = 2;

export async function readPixels(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Compares each foreground with its background: the same page without text and icons. */
export function lowestContrast(
  foregrounds: Foreground[],
  page: Pixels,
  background: Pixels,
): Record<ForegroundKind, Lowest> {
  const lowest = { text: { contrast: 21, what: '' }, icon: { contrast: 21, what: '' } };
  const luminances = luminancesOf(background);
  for (const { kind, what, colour, box } of foregrounds) {
    const contrast = contrastIn(box, luminance(...colour), { page, background, luminances });
    if (contrast < lowest[kind].contrast) lowest[kind] = { contrast, what };
  }
  return lowest;
}

function contrastIn(
  box: Box,
  foreground: number,
  { page, background, luminances }: Pictures,
): number {
  const wholeBox = cutTo(box, background);
  let lowest = 21;
  let isDrawn = false;
  forEachPixel(wholeBox, (x, y) => {
    if (!differs({ x, y, page, background })) return;
    isDrawn = true;
    lowest = Math.min(
      lowest,
      contrastOn(luminances, {
        foreground,
        box: aroundPixel(x, y, background),
        pixels: background,
      }),
    );
  });
  // A foreground as bright as its background changes no pixel, so all pixels of its box count.
  return isDrawn
    ? lowest
    : contrastOn(luminances, { foreground, box: wholeBox, pixels: background });
}

function contrastOn(
  luminances: Float64Array,
  { foreground, box, pixels: { width } }: { foreground: number; box: Box; pixels: Pixels },
): number {
  let lowest = 21;
  forEachPixel(
    box,
    (x, y) => (lowest = Math.min(lowest, contrastOf(foreground, luminances[y * width + x] ?? 0))),
  );
  return lowest;
}

const aroundPixel = (x: number, y: number, pixels: Pixels): Box =>
  cutTo(
    { left: x - AROUND, top: y - AROUND, width: 2 * AROUND + 1, height: 2 * AROUND + 1 },
    pixels,
  );

/** The part of the box that lies within the picture, in whole pixels. */
function cutTo(box: Box, { width, height }: Pixels): Box {
  const left = Math.max(0, Math.floor(box.left));
  const top = Math.max(0, Math.floor(box.top));
  return {
    left,
    top,
    width: Math.max(0, Math.min(width, Math.ceil(box.left + box.width)) - left),
    height: Math.max(0, Math.min(height, Math.ceil(box.top + box.height)) - top),
  };
}

function forEachPixel({ left, top, width, height }: Box, visit: (x: number, y: number) => void) {
  for (let y = top; y < top + height; y++) for (let x = left; x < left + width; x++) visit(x, y);
}

function differs({
  x,
  y,
  page,
  background,
}: {
  x: number;
  y: number;
  page: Pixels;
  background: Pixels;
}): boolean {
  const offset = 3 * (y * page.width + x);
  for (let channel = offset; channel < offset + 3; channel++)
    if (page.data[channel] !== background.data[channel]) return true;
  return false;
}

function luminancesOf({ data, width, height }: Pixels): Float64Array {
  const luminances = new Float64Array(width * height);
  for (let pixel = 0; pixel < luminances.length; pixel++)
    luminances[pixel] = luminance(
      data[3 * pixel] ?? 0,
      data[3 * pixel + 1] ?? 0,
      data[3 * pixel + 2] ?? 0,
    );
  return luminances;
}

const contrastOf = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

const LINEAR = Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

const luminance = (red: number, green: number, blue: number) =>
  0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0);
