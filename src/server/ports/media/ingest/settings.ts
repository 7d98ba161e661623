import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { MediaError } from '../errors.ts';
import type { CaptionFile } from './captions/captions.ts';
import { TARGET_LUFS } from './loudness.ts';

/** What a film's bytes depend on, beside the film itself. */
export interface Settings {
  segmentsPerKey: number;
  /** x264: lower is better and larger. */
  crf: number;
  preset: string;
  tune: string;
  audioKbps: number;
  /** LUFS */
  loudness: number;
  /** Of sound that does not say its own. */
  language: string;
}

export interface IngestProgress {
  /** `720p`, `sound`, `stills`, … */
  stage: string;
  /** Of the whole film. */
  fraction: number;
}

export interface IngestOptions extends Partial<Settings> {
  source: string;
  /** The folder that becomes the package. */
  outDir: string;
  captions?: CaptionFile[];
  signal?: AbortSignal | undefined;
  onProgress?: (progress: IngestProgress) => void;
}

/** Rises when the same film and settings give something else than before. */
const MAKER_VERSION = 1;
const SAMPLE_BYTES = 256 * 1024;
const PRESETS = 'ultrafast superfast veryfast faster fast medium slow slower veryslow'.split(' ');

export function settingsOf(options: IngestOptions): Settings {
  const { segmentsPerKey = 15, crf = 22, preset = 'medium', tune = '', audioKbps = 128 } = options;
  const { loudness = TARGET_LUFS, language = 'und' } = options;
  if (!PRESETS.includes(preset)) throw new MediaError(`The preset is one of ${PRESETS.join(', ')}, not "${preset}"`);
  return { segmentsPerKey, crf, preset, tune, audioKbps, loudness, language };
}

/** Names a film with its settings: its name, its length and samples of its bytes, for a film may have a hundred gigabytes. */
export async function digestOf(file: string, settings: Settings): Promise<string> {
  const { size } = await stat(file);
  const hash = createHash('sha256').update(JSON.stringify([MAKER_VERSION, settings, basename(file), size]));
  const handle = await open(resolve(file));
  try {
    for (const at of [0, Math.floor(size / 2), Math.max(0, size - SAMPLE_BYTES)]) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, at);
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
  return hash.digest('hex').slice(0, 32);
}
