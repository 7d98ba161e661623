import { lastOf } from '#domain/existing.ts';
import { type Block, numberOf, readBlocks } from './blocks.ts';
import { collectCues } from './collect-cues.ts';
import type { CaptionText } from './cues.ts';
import { readSrtText } from './srt-text.ts';

/** Parses SRT leniently: removes numbers and foreign markup. A text without times is unreadable. */
export const readSrt = (text: string): CaptionText =>
  collectCues(readBlocks(text, { blankEnds: false }).flatMap(splitAtMissingTimes), readSrtText);

/** Where the next number follows a blank line, a caption begins whose times are missing. */
function splitAtMissingTimes(block: Block): Block[] {
  const { id, lines } = block;
  if (id === null) return [block];
  const parts: Block[] = [{ ...block, lines: [] }];
  for (const line of lines) {
    const nextId = id + parts.length;
    const isNext = line.isAfterBlank && numberOf(line) === nextId;
    if (isNext) parts.push({ times: null, id: nextId, line: line.number, lines: [] });
    else lastOf(parts).lines.push(line);
  }
  return parts;
}
