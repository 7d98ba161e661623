import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import {
  Blob as FontData,
  Buffer as GlyphBuffer,
  Face as ParsedFace,
  Font as ShapingFont,
  shape,
} from 'harfbuzzjs';
import { codePointOf } from '#domain/code-point.ts';
import { lookUp } from '#domain/existing.ts';

/** A typeface for PDFs; HarfBuzz lays out its text. */
export interface Face {
  font: Font;
  hasLetter: (letter: string) => boolean;
}

/*
 * Chosen: subsets of Noto Sans (1.2 MB in ./fonts) for Latin, Greek, Cyrillic, Arabic and the scripts of India, loaded on demand.
 * Names in other scripts (Chinese, Japanese, Thai …) are printed in English, because their fonts are too large.
 * HarfBuzz shapes the text: fontkit of PDFKit breaks Malayalam, Punjabi and Telugu and misplaces Bengali.
 */
const SCRIPT_NAMES = [
  'devanagari',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'bengali',
  'gujarati',
  'gurmukhi',
  'oriya',
  'arabic',
  'ol-chiki',
  'meetei-mayek',
];
const BODY_FACE_NAMES = ['noto-sans', ...SCRIPT_NAMES.map((script) => `noto-sans-${script}`)];

const faceCache = new Map<string, Face>();

export function getFace(name: string): Face {
  const cached = faceCache.get(name);
  if (cached) return cached;
  const face = loadFace(name);
  faceCache.set(name, face);
  return face;
}

export const bodyFaceFor = (letter: string): Face | undefined =>
  BODY_FACE_NAMES.map(getFace).find((face) => face.hasLetter(letter));

function loadFace(name: string): Face {
  const file = readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url));
  const font = create(file) as Font;
  const shaping = new ShapingFont(new ParsedFace(new FontData(new Uint8Array(file).buffer)));
  const codePointByGlyph = new Map(
    font.characterSet.map((code) => [font.glyphForCodePoint(code).id, code]),
  );
  const layout = (text: string) => shapeText({ font, shaping, codePointByGlyph, text });
  return {
    font: Object.create(font, { layout: { value: layout } }) as Font,
    hasLetter: (letter) => font.hasGlyphForCodePoint(codePointOf(letter)),
  };
}

/** Returns glyphs in the format of fontkit's `layout`. */
function shapeText({
  font,
  shaping,
  codePointByGlyph,
  text,
}: {
  font: Font;
  shaping: ShapingFont;
  codePointByGlyph: Map<number, number>;
  text: string;
}) {
  const buffer = new GlyphBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(shaping, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const glyphs = glyphsWithText(text, infos, codePointByGlyph).map(({ id, codePoints }) => ({
    id,
    advanceWidth: font.getGlyph(id).advanceWidth,
    codePoints,
  }));
  return {
    glyphs,
    positions,
    advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  };
}

/**
 * Maps each glyph to its text for copying: its letter, or for a ligature the unassigned letters of
 * its syllable.
 */
function glyphsWithText(
  text: string,
  infos: { codepoint: number; cluster: number }[],
  codePointByGlyph: Map<number, number>,
): { id: number; codePoints: number[] }[] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, two) => one - two);
  const unassigned = new Map(
    starts.map((start, at) => [start, Array.from(text.slice(start, starts[at + 1]), codePointOf)]),
  );
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    const codePoint = codePointByGlyph.get(id);
    const ofSyllable = lookUp(unassigned, cluster);
    if (codePoint === undefined || !ofSyllable.includes(codePoint)) return { id, ofSyllable };
    ofSyllable.splice(ofSyllable.indexOf(codePoint), 1);
    return { id, ofSyllable, own: [codePoint] };
  });
  return glyphs.map(({ id, ofSyllable, own }) => ({
    id,
    codePoints: own ?? orInvisibleJoiner(ofSyllable.splice(0)),
  }));
}

/** Some PDF readers treat a glyph without text as a control character; U+200C has no width. */
const orInvisibleJoiner = (codes: number[]): number[] => (codes.length ? codes : [0x200c]);
