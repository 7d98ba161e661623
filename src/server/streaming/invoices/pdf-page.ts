import type PDFDocument from 'pdfkit';
import { faceOf } from '../../typefaces/faces.ts';
import { type Line, toLines, widthOf } from './lines.ts';
import type { Run } from '../../typefaces/runs.ts';

type Doc = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Doc['struct']>;

/** Points. */
export const MARGIN = 56;
const A4_WIDTH = 595.28;
export const WIDTH = A4_WIDTH - 2 * MARGIN;
export const COLOURS = { ink: '#1f1216', soft: '#5e4c4f', line: '#d3d4c4', act: '#611226' };

const LINE_HEIGHT = 1.45;
export const heightOf = (lines: Line[], size: number): number => lines.length * size * LINE_HEIGHT;

export interface TextStyle {
  size: number;
  colour?: string;
  left?: number;
}

export type Sheet = ReturnType<typeof openSheet>;

/** One page that is written from the top down, with the structure that it is read aloud by. */
export function openSheet(doc: Doc) {
  const bytes = collect(doc);
  const root = doc.struct('Document');
  doc.addStructure(root);
  let parent: Element = root;
  let y = MARGIN;

  return {
    get y() {
      return y;
    },
    down: (points: number) => {
      y += points;
    },
    /** Writes, goes back up, and says how far down it went: for what stands side by side. */
    beside: (write: () => void): number => {
      const top = y;
      write();
      const gone = y - top;
      y = top;
      return gone;
    },
    /** What is drawn as one thing: a paragraph, a cell. */
    element: (tag: string, draw: () => void, options: object = {}) => {
      parent.add(doc.struct(tag, options, draw));
    },
    /** What holds others: a table, a row. */
    inside: (tag: string, write: () => void) => {
      const outer = parent;
      parent = doc.struct(tag);
      outer.add(parent);
      write();
      parent.end();
      parent = outer;
    },
    /** What nobody reads. */
    ornament: (draw: (doc: Doc) => void) => {
      doc.markContent('Artifact', { type: 'Layout' });
      draw(doc);
      doc.endMarkedContent();
    },
    /** Lines from here down; the place stays. */
    lay: (lines: Line[], { size, colour = COLOURS.ink, left = MARGIN }: TextStyle) => {
      for (const [at, { runs }] of lines.entries())
        drawRuns(doc, runs, { left, base: y + at * size * LINE_HEIGHT + size, size, colour });
    },
    close: (): Promise<Uint8Array> => {
      root.end();
      doc.end();
      return bytes;
    },
  };
}

export function writeParagraph(
  sheet: Sheet,
  text: string,
  { width = WIDTH, ...style }: TextStyle & { width?: number },
): void {
  const lines = toLines([text], style.size, width);
  sheet.element('P', () => sheet.lay(lines, style));
  sheet.down(heightOf(lines, style.size));
}

export function drawRule(sheet: Sheet, thickness: number, colour: string): void {
  const { y } = sheet;
  sheet.ornament((doc) => {
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(thickness)
      .stroke(colour);
  });
}

/** A word in one of the house's own faces, as a line. */
export function inFace(name: 'tall' | 'wide', text: string, size: number): Line {
  const runs = [{ face: faceOf(`matinee-${name}`), text }];
  return { runs, width: widthOf(runs, size) };
}

interface Place {
  left: number;
  base: number;
  size: number;
  colour: string;
}

/** Runs on one base line, whatever heights their faces ask for. */
function drawRuns(doc: Doc, runs: Run[], { left, base, size, colour }: Place): void {
  let x = left;
  for (const run of runs) {
    // PDFKit's types do not know yet that a font may come parsed.
    doc.font(run.face.font as unknown as string, size).fillColor(colour);
    drawRun(doc, run, x, base);
    x += widthOf([run], size);
  }
}

const JOINED = /[\u0600-\u0dff\u1c50-\u1c7f\uabc0-\uabff]/;

function drawRun(doc: Doc, { text }: Run, x: number, base: number): void {
  // Glyphs of joined scripts stand in another order than their letters; the letters go along for whoever copies or listens.
  const isJoined = JOINED.test(text);
  if (isJoined) doc.markContent('Span', { actual: text });
  // `features` makes PDFKit lay the run out whole: by itself it would put the words of an Arabic name from left to right.
  doc.text(text, x, base, { lineBreak: false, baseline: 'alphabetic', features: [] });
  if (isJoined) doc.endMarkedContent();
}

function collect(doc: Doc): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
}
