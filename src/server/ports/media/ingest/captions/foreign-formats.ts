import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { captionInputArgs } from '../container.ts';
import { runFfmpeg, ToolFailed } from '../tools.ts';
import type { CaptionEncoding } from './encodings.ts';

/**
 * By their first characters: ffmpeg's demuxers of caption formats that are not read here. None
 * opens a second file.
 */
const SIGNATURES: [RegExp, string][] = [
  [/^\s*\[Script Info\]/i, 'ass'],
  [/^\s*Scenarist_SCC V1/i, 'scc'],
  [/^\s*<SAMI/i, 'sami'],
];
const SAMPLE_BYTES = 200;
const WRONG_BYTES = 'Invalid UTF-8';

/**
 * Converts SubStation Alpha, SCC and SAMI to SRT, with positions. Returns the file itself if it has
 * another format; null if its encoding is unknown. Throws MediaError.
 */
export async function convertForeignFormat(
  file: string,
  folder: string,
  encoding?: CaptionEncoding,
): Promise<string | null> {
  const sample = await readSample(file);
  const demuxer = SIGNATURES.find(([signature]) => signature.test(sample))?.[1];
  if (!demuxer) return file;
  const to = join(folder, 'foreign.srt');
  const charset = encoding ? ['-sub_charenc', encoding] : [];
  const log = await runFfmpeg([
    ...charset,
    ...captionInputArgs(file, demuxer),
    '-f',
    'srt',
    to,
  ]).catch(logOfWrongBytes);
  // ffmpeg leaves these captions out.
  return log.includes(WRONG_BYTES) ? null : to;
}

function logOfWrongBytes(error: unknown): string {
  if (error instanceof ToolFailed && error.stderr.includes(WRONG_BYTES)) return error.stderr;
  throw error;
}

async function readSample(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
  return buffer
    .toString('latin1', 0, bytesRead)
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');
}
