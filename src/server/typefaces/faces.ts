import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import { Blob as FontData, Buffer as GlyphBuffer, Face as ParsedFace, Font as ShapingFont, shape } from 'harfbuzzjs';

/** A typeface that a PDF can hold: its parsed font, with every line of text laid out by HarfBuzz. */
export interface Face {
  /** As PDFKit takes it. */
  font: Font;
  has: (letter: string) => boolean;
}

/*
 * Chosen: Noto Sans for Latin, Greek, Cyrillic, for the scripts of India's languages and for Arabic and Urdu, cut to their own letters:
 * 1.2 MB in ./fonts, read when a name first needs one. Films and people whose letters are not among them (Chinese, Japanese,
 * Thai …) are printed by their English names; megabytes of characters are too much for one line. HarfBuzz lays the text
 * out, since fontkit, which PDFKit would use, breaks on Malayalam, Punjabi and Telugu and misplaces Bengali.
 */
const SCRIPTS = [
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
const BODY = ['noto-sans', ...SCRIPTS.map((script) => `noto-sans-${script}`)];

const loaded = new Map<string, Face>();

export function faceOf(name: string): Face {
  const known = loaded.get(name);
  if (known) return known;
  const made = loadFace(name);
  loaded.set(name, made);
  return made;
}

/** The first face of the body type that has a letter. */
export const bodyFaceFor = (letter: string): Face | undefined => BODY.map(faceOf).find((face) => face.has(letter));

function loadFace(name: string): Face {
  const file = readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url));
  const font = create(file) as Font;
  const shaping = new ShapingFont(new ParsedFace(new FontData(new Uint8Array(file).buffer)));
  const letters = new Map(font.characterSet.map((code) => [font.glyphForCodePoint(code).id, code]));
  const layout = (text: string) => layOut(font, shaping, letters, text);
  return {
    font: Object.create(font, { layout: { value: layout } }) as Font,
    has: (letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!),
  };
}

/** The glyphs of a text, in the shape of fontkit's own answer. */
function layOut(font: Font, shaping: ShapingFont, letters: Map<number, number>, text: string) {
  const buffer = new GlyphBuffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(shaping, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const said = codePointsByGlyph(text, infos, letters);
  const glyphs = infos.map(({ codepoint: id }, at) => ({
    id,
    advanceWidth: font.getGlyph(id).advanceWidth,
    codePoints: said[at]!,
  }));
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
}

/** What each glyph stands for when text is copied out: its letter, or, for joined ones, what is left of their syllable. */
function codePointsByGlyph(
  text: string,
  infos: { codepoint: number; cluster: number }[],
  letters: Map<number, number>,
): number[][] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, two) => one - two);
  const rest = new Map(
    starts.map((start, at) => [
      start,
      Array.from(text.slice(start, starts[at + 1]), (letter) => letter.codePointAt(0)!),
    ]),
  );
  const own = infos.map(({ codepoint, cluster }) => {
    const letter = letters.get(codepoint);
    const left = rest.get(cluster)!;
    if (letter === undefined || !left.includes(letter)) return null;
    left.splice(left.indexOf(letter), 1);
    return [letter];
  });
  return own.map((codes, at) => codes ?? orNothing(rest.get(infos[at]!.cluster)!.splice(0)));
}

/** Some readers take a glyph without a letter for a control character; this one has no width. */
const orNothing = (codes: number[]): number[] => (codes.length ? codes : [0x200c]);
