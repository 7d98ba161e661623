import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { MediaError } from '../errors.ts';
import type { CaptionFile } from './captions/captions.ts';
import type { CaptionEncoding } from './captions/encodings.ts';
import type { FindingCode } from './findings.ts';
import { TARGET_LUFS } from './loudness.ts';

export interface Settings {
  segmentsPerKey: number;
  /** x264 quality: lower is better and larger. */
  crf: number;
  preset: string;
  tune: string;
  audioKbps: number;
  /** LUFS */
  loudness: number;
  /** For audio streams without a language tag. */
  language: string;
}

interface IngestProgress {
  /** `720p`, `audio`, `stills`, … */
  stage: string;
  /** 0 to 1, of the whole film. */
  fraction: number;
}

export interface IngestOptions extends Partial<Settings> {
  source: string;
  outDir: string;
  /** Also encodes AV1. Not part of the digest: an existing package stays valid. */
  av1?: boolean | undefined;
  captions?: CaptionFile[];
  /** Mono tracks of one recording are not joined. */
  separateTracks?: boolean | undefined;
  /** Of caption files that are neither UTF-8 nor UTF-16. */
  captionEncoding?: CaptionEncoding | undefined;
  /** Languages whose captions the package shall not have. */
  withoutCaptions?: string[] | undefined;
  /** Warnings that do not stop this film. */
  accept?: FindingCode[] | undefined;
  signal?: AbortSignal | undefined;
  /** Before the first stage. */
  onStart?: (film: { neededBytes: number }) => void;
  onProgress?: (progress: IngestProgress) => void;
}

const SAMPLE_BYTES = 256 * 1024;
const PRESETS = 'ultrafast superfast veryfast faster fast medium slow slower veryslow'.split(' ');

export function resolveSettings(options: IngestOptions): Settings {
  const { segmentsPerKey = 15, crf = 22, preset = 'medium', tune = '', audioKbps = 128 } = options;
  const { loudness = TARGET_LUFS, language = 'und' } = options;
  if (!PRESETS.includes(preset))
    throw new MediaError(`The preset is one of ${PRESETS.join(', ')}, not "${preset}"`);
  return { segmentsPerKey, crf, preset, tune, audioKbps, loudness, language };
}

interface EncoderDigest {
  encoderVersion: number;
  /** The chosen streams, if earlier versions chose others. */
  choice?: unknown;
}

/**
 * Identifies a film and its settings by name, size and samples of the content: a film may have 100
 * GB.
 */
export async function sourceDigest(
  file: string,
  settings: Settings,
  { encoderVersion, choice }: EncoderDigest,
): Promise<string> {
  const { size } = await stat(file);
  const parts = [encoderVersion, settings, basename(file), size];
  const hash = createHash('sha256').update(JSON.stringify(choice ? [...parts, choice] : parts));
  const handle = await open(resolve(file));
  try {
    for (const at of [0, Math.floor(size / 2), Math.max(0, size - SAMPLE_BYTES)]) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(SAMPLE_BYTES),
        0,
        SAMPLE_BYTES,
        at,
      );
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex').slice(0, 32);
}
