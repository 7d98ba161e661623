import sharp from 'sharp';
import type { Movie } from '#contract/catalogue.ts';
import { lastOf } from '#domain/existing.ts';
import { SHARE_CARD } from '#domain/images.ts';
import { nameColour } from '#domain/name-colour.ts';
import { getFace } from '../../typefaces/faces.ts';
import { type TextRun, toRuns } from '../../typefaces/runs.ts';

const PADDING = 80;
const TITLE_SIZES = [132, 104, 80, 60];
const MAX_TITLE_LINES = 3;
const LANGUAGE_SIZE = 40;
const LINE_HEIGHT = 1.15;
const TEXT_COLOUR = '#fbf3ea';

type FilmNames = Pick<Movie, 'movieName' | 'movieNameEn' | 'primaryLanguage'>;

/**
 * PNG with name and language, for films without artwork. Uses the English name if no typeface
 * covers the name.
 */
export async function drawShareCard({
  movieName,
  movieNameEn,
  primaryLanguage,
}: FilmNames): Promise<Buffer> {
  const name = [movieName, movieNameEn ?? ''].find((each) => each.trim() && toRuns(each)) ?? '';
  const { lines, size } = fitTitle(name);
  const bottom = SHARE_CARD.height - PADDING;
  const title = lines.map((line, at) =>
    textPath(line, size, bottom - (lines.length - 1 - at) * size * LINE_HEIGHT),
  );
  const language = toRuns(primaryLanguage)
    ? textPath(primaryLanguage, LANGUAGE_SIZE, PADDING + LANGUAGE_SIZE)
    : '';
  const divider = `<rect x="${PADDING}" y="${PADDING + LANGUAGE_SIZE * 1.6}" width="${SHARE_CARD.width - 2 * PADDING}" height="2" opacity=".4"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARE_CARD.width}" height="${SHARE_CARD.height}" fill="${TEXT_COLOUR}">
<rect width="100%" height="100%" fill="${nameColour(movieName)}"/>${language}${divider}${title.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}

/** Finds the largest size that fits; in the smallest size the end may be cut. */
function fitTitle(name: string): { lines: string[]; size: number } {
  const candidates = TITLE_SIZES.map((size) => ({ size, lines: wrapTitle(name, size) }));
  const { size, lines } =
    candidates.find(
      (each) =>
        each.lines.length <= MAX_TITLE_LINES && each.lines.every((line) => fits(line, each.size)),
    ) ?? lastOf(candidates);
  return { size, lines: lines.slice(0, MAX_TITLE_LINES) };
}

function wrapTitle(name: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const joined = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && fits(joined, size)) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

const fits = (line: string, size: number) => widthOf(line, size) <= SHARE_CARD.width - 2 * PADDING;

const TITLE_FACE = 'matinee-tall';

/** Splits a line by typeface. Names that the condensed title face covers use that face alone. */
function runsOf(line: string): TextRun[] {
  const titleFace = getFace(TITLE_FACE);
  const runs = toRuns(line) ?? [];
  return [...line].every((letter) => titleFace.hasLetter(letter))
    ? runs.map(({ text }) => ({ text, face: titleFace }))
    : runs;
}

const widthOf = (line: string, size: number) =>
  runsOf(line).reduce(
    (sum, { face: { font }, text }) =>
      sum + (font.layout(text).advanceWidth * size) / font.unitsPerEm,
    0,
  );

/** Draws a line as outlines from the left edge; `baseline` in pixels from the top. */
function textPath(line: string, size: number, baseline: number): string {
  let x = PADDING;
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
