import type PDFDocument from 'pdfkit';
import { getFace } from '../../typefaces/faces.ts';
import { type Line, breakLines, widthOf } from './text-lines.ts';
import type { TextRun } from '../../typefaces/runs.ts';

type Doc = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Doc['struct']>;

/** In points. */
export const MARGIN = 56;
const A4_WIDTH = 595.28;
const A4_HEIGHT = 841.89;
export const CONTENT_WIDTH = A4_WIDTH - 2 * MARGIN;
export const COLOURS = { ink: '#1f1216', soft: '#5e4c4f', line: '#d3d4c4', accent: '#611226' };

const LINE_HEIGHT = 1.45;
export const heightOf = (lines: Line[], size: number): number => lines.length * size * LINE_HEIGHT;

export interface TextStyle {
  size: number;
  colour?: string;
  left?: number;
}

export type PdfPage = ReturnType<typeof openPdfPage>;

/** A PDF, written from top to bottom, with the tag structure for screen readers. */
export function openPdfPage(doc: Doc) {
  const bytes = collect(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  let parent: Element = root;
  let y = MARGIN;

  return {
    get y() {
      return y;
    },
    moveDown: (points: number) => {
      y += points;
    },
    /**
     * Begins a new page if less than this height is left. Returns whether it did. Not between two
     * elements beside each other.
     */
    ensureRoom: (height: number): boolean => {
      if (y + height <= A4_HEIGHT - MARGIN || y === MARGIN) return false;
      doc.addPage();
      y = MARGIN;
      return true;
    },
    /** For columns: draws, moves back up and returns the drawn height. */
    drawBeside: (draw: () => void): number => {
      const top = y;
      draw();
      const height = y - top;
      y = top;
      return height;
    },
    /** A leaf of the tag structure: a paragraph, a cell. */
    addElement: (tag: string, draw: () => void, options: object = {}) => {
      parent.add(doc.struct(tag, options, draw));
    },
    /** A container of the tag structure: a table, a row. */
    addGroup: (tag: string, draw: () => void) => {
      const outer = parent;
      parent = doc.struct(tag);
      outer.add(parent);
      draw();
      parent.end();
      parent = outer;
    },
    /** Decoration that screen readers skip. */
    addArtifact: (draw: (doc: Doc) => void) => {
      doc.markContent('Artifact', { type: 'Layout' });
      draw(doc);
      doc.endMarkedContent();
    },
    drawLines: (lines: Line[], { size, colour = COLOURS.ink, left = MARGIN }: TextStyle) => {
      for (const [at, { runs }] of lines.entries())
        drawRuns(doc, runs, { left, baseline: y + at * size * LINE_HEIGHT + size, size, colour });
    },
    close: (): Promise<Uint8Array> => {
      root.end();
      doc.end();
      return bytes;
    },
  };
}

export function writeParagraph(
  page: PdfPage,
  text: string,
  { width = CONTENT_WIDTH, ...style }: TextStyle & { width?: number },
): void {
  const lines = breakLines([text], style.size, width);
  page.addElement('P', () => page.drawLines(lines, style));
  page.moveDown(heightOf(lines, style.size));
}

export function drawRule(page: PdfPage, thickness: number, colour: string): void {
  const { y } = page;
  page.addArtifact((doc) => {
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + CONTENT_WIDTH, y)
      .lineWidth(thickness)
      .stroke(colour);
  });
}

export function textInFace(name: 'tall' | 'wide', text: string, size: number): Line {
  const runs = [{ face: getFace(`matinee-${name}`), text }];
  return { runs, width: widthOf(runs, size) };
}

/** Puts all runs on one baseline, whatever the heights of their typefaces. */
function drawRuns(
  doc: Doc,
  runs: TextRun[],
  style: Required<TextStyle> & { baseline: number },
): void {
  const { baseline, size, colour } = style;
  let x = style.left;
  for (const run of runs) {
    // PDFKit accepts a parsed font; its types do not.
    doc.font(run.face.font as unknown as string, size).fillColor(colour);
    drawRun(doc, { textRun: run, x, baseline });
    x += widthOf([run], size);
  }
}

const REORDERED_SCRIPTS = /[\u0600-\u0dff\u1c50-\u1c7f\uabc0-\uabff]/;

function drawRun(
  doc: Doc,
  { textRun: { text }, x, baseline }: { textRun: TextRun; x: number; baseline: number },
): void {
  // `features` makes PDFKit lay out the whole run; otherwise it puts the words of an Arabic name
  // from left to right.
  const draw = () =>
    doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', features: [] });
  if (REORDERED_SCRIPTS.test(text)) drawWithLetters(doc, text, draw);
  else draw();
}

/**
 * In these scripts the glyph order differs from the letter order; `actual` keeps the letters for
 * copying and screen readers. PDFKit turns the page's coordinates upside down for a text. The mark
 * needs the coordinates of the text: readers place its letters by them.
 */
function drawWithLetters(doc: Doc, actual: string, draw: () => void): void {
  doc.save();
  turnUpsideDown(doc);
  doc.markContent('Span', { actual });
  doc.save();
  turnUpsideDown(doc);
  draw();
  doc.restore();
  doc.endMarkedContent();
  doc.restore();
}

const turnUpsideDown = (doc: Doc) => doc.transform(1, 0, 0, -1, 0, doc.page.height);

function collect(doc: Doc): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
}
