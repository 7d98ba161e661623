import sharp from 'sharp';
import { CARD } from '#domain/images.ts';
import { posterColour } from '#domain/poster-colour.ts';
import { faceOf } from '../../typefaces/faces.ts';
import { type Run, toRuns } from '../../typefaces/runs.ts';

const EDGE = 80;
const TITLE_SIZES = [132, 104, 80, 60];
const TITLE_LINES = 3;
const LANGUAGE_SIZE = 40;
const LINE_HEIGHT = 1.15;
const INK = '#fbf3ea';

interface Named {
  movieName: string;
  movieNameEn: string | null;
  primaryLanguage: string;
}

/**
 * The picture of a shared link to a film without artwork, as PNG: name and language on the film's colour, as its drawn poster.
 * A name in letters that no typeface has is drawn by its English name, if there is one.
 */
export async function drawCard({ movieName, movieNameEn, primaryLanguage }: Named): Promise<Buffer> {
  const name = [movieName, movieNameEn ?? ''].find((each) => each.trim() && toRuns(each)) ?? '';
  const { lines, size } = fitted(name);
  const bottom = CARD.height - EDGE;
  const title = lines.map((line, at) => textPath(line, size, bottom - (lines.length - 1 - at) * size * LINE_HEIGHT));
  const language = toRuns(primaryLanguage) ? textPath(primaryLanguage, LANGUAGE_SIZE, EDGE + LANGUAGE_SIZE) : '';
  const rule = `<rect x="${EDGE}" y="${EDGE + LANGUAGE_SIZE * 1.6}" width="${CARD.width - 2 * EDGE}" height="2" opacity=".4"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" fill="${INK}">
<rect width="100%" height="100%" fill="${posterColour(movieName)}"/>${language}${rule}${title.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}

/** The largest size in which a name fits into the lines; in the smallest one its end may be missing. */
function fitted(name: string): { lines: string[]; size: number } {
  const all = TITLE_SIZES.map((size) => ({ size, lines: wrapped(name, size) }));
  const { size, lines } =
    all.find(({ lines: each, size: at }) => each.length <= TITLE_LINES && each.every((line) => fits(line, at))) ??
    all.at(-1)!;
  return { size, lines: lines.slice(0, TITLE_LINES) };
}

function wrapped(name: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && fits(longer, size)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const fits = (line: string, size: number) => widthOf(line, size) <= CARD.width - 2 * EDGE;

const TALL = 'matinee-tall';

/** The parts of a line by typeface; Latin names are in the condensed one of the site's titles. */
function runsOf(line: string): Run[] {
  const tall = faceOf(TALL);
  const runs = toRuns(line) ?? [];
  return [...line].every((letter) => tall.has(letter)) ? runs.map(({ text }) => ({ text, face: tall })) : runs;
}

const widthOf = (line: string, size: number) =>
  runsOf(line).reduce(
    (sum, { face: { font }, text }) => sum + (font.layout(text).advanceWidth * size) / font.unitsPerEm,
    0,
  );

/** A line as outlines, from the left edge; `baseline` in pixels from the top. */
function textPath(line: string, size: number, baseline: number): string {
  let x = EDGE;
  return runsOf(line)
    .flatMap(({ face: { font }, text }) => {
      const { glyphs, positions } = font.layout(text);
      const scale = size / font.unitsPerEm;
      return glyphs.map(({ id }, at) => {
        const { xAdvance, xOffset, yOffset } = positions[at]!;
        const [left, top] = [x + xOffset * scale, baseline - yOffset * scale];
        x += xAdvance * scale;
        return `<path transform="translate(${left} ${top}) scale(${scale} ${-scale})" d="${font.getGlyph(id).path.toSVG()}"/>`;
      });
    })
    .join('');
}
