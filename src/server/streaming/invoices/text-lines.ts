import { drawable, type Run, toRuns } from '../../typefaces/runs.ts';

/** One line of a text that was broken to a width. */
export interface Line {
  runs: Run[];
  width: number;
}

interface Word {
  text: string;
  /** Which of the given pieces it is from. Pieces never mix their directions. */
  piece: number;
}

/** How wide runs are, in points. */
export const widthOf = (runs: Run[], size: number): number =>
  runs.reduce((sum, { face, text }) => sum + (face.font.layout(text).advanceWidth / face.font.unitsPerEm) * size, 0);

/** Pieces of one text as lines that fit a width. */
export function toLines(pieces: string[], size: number, width: number): Line[] {
  const words = pieces.flatMap((text, piece) => wordsOf(drawable(text), piece, size, width));
  const lines: Word[][] = [[]];
  for (const word of words) {
    const line = lines.at(-1)!;
    const fits = line.length === 0 || widthOf(runsOf([...line, { ...word, text: word.text.trimEnd() }]), size) <= width;
    if (fits) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => {
    const runs = runsOf(trimmed(line));
    return { runs, width: widthOf(runs, size) };
  });
}

/** Words with the space behind them; what is wider than a line by itself is cut where its letters end. */
function wordsOf(text: string, piece: number, size: number, width: number): Word[] {
  return (text.match(/\S*\s*/g) ?? [])
    .filter(Boolean)
    .flatMap((word) => (widthOf(toRuns(word)!, size) <= width ? [word] : lettersOf(word)))
    .map((word) => ({ text: word, piece }));
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });
const lettersOf = (word: string): string[] => Array.from(letters.segment(word), ({ segment }) => segment);

const trimmed = (line: Word[]): Word[] =>
  line.map((word, at) => (at === line.length - 1 ? { ...word, text: word.text.trimEnd() } : word));

function runsOf(line: Word[]): Run[] {
  const pieces = [...new Set(line.map(({ piece }) => piece))];
  return pieces.flatMap(
    (piece) =>
      toRuns(
        line
          .filter((word) => word.piece === piece)
          .map(({ text }) => text)
          .join(''),
      ) ?? [],
  );
}
