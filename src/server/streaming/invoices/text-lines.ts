import { lastOf } from '#domain/existing.ts';
import { replaceUndrawable, type TextRun, toRuns } from '../../typefaces/runs.ts';

export interface Line {
  runs: TextRun[];
  width: number;
}

interface Word {
  text: string;
  /** Index in the pieces of `breakLines`. A piece never mixes writing directions. */
  piece: number;
}

/** In points. */
export const widthOf = (runs: TextRun[], size: number): number =>
  runs.reduce(
    (sum, { face, text }) =>
      sum + (face.font.layout(text).advanceWidth / face.font.unitsPerEm) * size,
    0,
  );

export function breakLines(pieces: string[], size: number, width: number): Line[] {
  const words = pieces.flatMap((text, piece) =>
    wordsOf({ text: replaceUndrawable(text), piece, size, width }),
  );
  const lines: Word[][] = [[]];
  for (const word of words) {
    const line = lastOf(lines);
    const isFitting =
      line.length === 0 ||
      widthOf(runsOf([...line, { ...word, text: word.text.trimEnd() }]), size) <= width;
    if (isFitting) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => {
    const runs = runsOf(trimmed(line));
    return { runs, width: widthOf(runs, size) };
  });
}

function wordsOf({
  text,
  piece,
  size,
  width,
}: {
  text: string;
  piece: number;
  size: number;
  width: number;
}): Word[] {
  return (text.match(/\S*\s*/g) ?? [])
    .filter(Boolean)
    .flatMap((word) => (widthOf(toRuns(word)!, size) <= width ? [word] : lettersOf(word)))
    .map((word) => ({ text: word, piece }));
}

const letters = new Intl.Segmenter('und', { granularity: 'grapheme' });
const lettersOf = (word: string): string[] =>
  Array.from(letters.segment(word), ({ segment }) => segment);

const trimmed = (line: Word[]): Word[] =>
  line.map((word, at) => (at === line.length - 1 ? { ...word, text: word.text.trimEnd() } : word));

function runsOf(line: Word[]): TextRun[] {
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
