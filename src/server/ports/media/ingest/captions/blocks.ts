import { type CueTimes, readTimes } from './times.ts';

export interface Line {
  text: string;
  /** Counts from 1. */
  number: number;
  isAfterBlank: boolean;
}

/** A line with times and the text lines after it. `times` is null for text without times. */
export interface Block {
  times: CueTimes | 'broken' | null;
  /** The number before the times. */
  id: number | null;
  line: number;
  lines: Line[];
}

const NUMBER = /^\d{1,9}$/;

export const numberOf = (line: Line | undefined): number | null => {
  const text = line?.text.trim() ?? '';
  return NUMBER.test(text) ? Number(text) : null;
};

/**
 * Divides captions into blocks, at each line with times. A blank line ends a block only in WebVTT:
 * in SRT, a text may have blank lines. A line of spaces is blank, also of no-break spaces.
 */
export function readBlocks(text: string, { blankEnds }: { blankEnds: boolean }): Block[] {
  const blocks: Block[] = [];
  let block: Block = { times: null, id: null, line: 1, lines: [] };
  let isAfterBlank = true;
  const begin = (next: Block) => {
    if (block.times || block.lines.length > 0) blocks.push(block);
    block = next;
  };
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    if (line.trim() === '') {
      if (blankEnds) begin({ times: null, id: null, line: number + 1, lines: [] });
      isAfterBlank = true;
      continue;
    }
    const times = readTimes(line, numberOf(block.lines.at(-1)) !== null);
    if (times) {
      const id = takeNumber(block, blocks, isAfterBlank);
      // The identifier of a cue of WebVTT.
      if (blankEnds && id === null && !block.times && !isAfterBlank) block.lines.pop();
      begin({ times, id, line: number, lines: [] });
    } else block.lines.push({ text: line, number, isAfterBlank });
    isAfterBlank = false;
  }
  begin(block);
  return blocks;
}

/**
 * Removes the number of the next caption from the end of a text. A text may also end with a number
 * of its own.
 */
function takeNumber(
  { id, lines, times }: Block,
  before: Block[],
  isAfterBlank: boolean,
): number | null {
  const last = lines.at(-1);
  const number = numberOf(last);
  if (!last || number === null) return null;
  const isNumbered = before.length === 0 || id !== null || !times;
  const standsAlone = last.isAfterBlank || number === (id ?? 0) + 1;
  if (!standsAlone && (isAfterBlank || !isNumbered)) return null;
  lines.pop();
  return number;
}
