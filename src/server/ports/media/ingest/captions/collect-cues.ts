import type { Block } from './blocks.ts';
import type { CaptionText, Cue } from './cues.ts';

/** `rest` is what follows the times on their line. */
export type TextReader = (lines: string[], rest: string) => Pick<Cue, 'text' | 'settings'>;

/**
 * Each block becomes a cue or a line in `unreadableLines`. Blocks with times and no text are left
 * out: they show nothing.
 */
export function collectCues(blocks: Block[], readText: TextReader): CaptionText {
  const cues: Cue[] = [];
  const unreadableLines: number[] = [];
  for (const block of blocks) {
    const cue = toCue(block, readText);
    if (cue === 'unreadable') unreadableLines.push(block.line);
    else if (cue) cues.push(cue);
  }
  return { cues: cues.toSorted((a, b) => a.start - b.start), unreadableLines };
}

function toCue({ times, lines }: Block, readText: TextReader): Cue | 'unreadable' | null {
  if (times === null || times === 'broken') return 'unreadable';
  const { text, settings } = readText(
    lines.map((line) => line.text.trimEnd()),
    times.rest,
  );
  if (!hasText(text)) return null;
  const start = Math.max(0, times.start);
  return times.end > start ? { start, end: times.end, settings, text } : 'unreadable';
}

const hasText = (text: string) => text.replace(/<[^<>]*>/g, '').trim() !== '';
