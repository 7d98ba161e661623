import { type Block, readBlocks } from './blocks.ts';
import { collectCues, type TextReader } from './collect-cues.ts';
import type { CaptionText } from './cues.ts';
import { readOverrides } from './overrides.ts';

const SIGNATURE = /^\s*WEBVTT(?:[ \t\n]|$)/;
/** Blocks that show nothing. */
const SILENT = /^(?:NOTE|STYLE|REGION|X-TIMESTAMP-MAP=.*)(?:[ \t]|$)/;
const SETTING = /^(?:line|position|size|align|vertical):[\w.,%-]+$/;

export const isVtt = (text: string): boolean => SIGNATURE.test(text);

/**
 * Follows WebVTT §6: keeps the markup, drops notes, styles and regions. A text without times is
 * unreadable.
 */
export function readVtt(text: string): CaptionText {
  const blocks = readBlocks(text, { blankEnds: true });
  return collectCues(
    blocks.filter((block, at) => !isSilent(block, at)),
    readText,
  );
}

/** The first block without times is the header. */
const isSilent = ({ times, lines }: Block, at: number) =>
  !times && (at === 0 || SILENT.test(lines[0]?.text ?? ''));

const readText: TextReader = (lines, rest) => {
  const { text, settings } = readOverrides(lines.join('\n'));
  return {
    text,
    settings:
      settings ||
      rest
        .split(' ')
        .filter((each) => SETTING.test(each))
        .join(' '),
  };
};
