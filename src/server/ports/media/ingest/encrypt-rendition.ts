import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Segment } from '#domain/playlist.ts';
import { MediaError } from '../errors.ts';
import { SEGMENT_SECONDS } from './encode.ts';
import { encryptSegment } from './segment-cipher.ts';
import type { Work } from './work.ts';

/** A rendition as it is published. Its key numbers count from 0 within itself: a key never opens two renditions. */
export interface Protected {
  init: string;
  segments: Segment[];
  bandwidth: number;
  codecs: string;
  keys: string[];
}

const AAC = 'mp4a.40.2';

/** Encrypts `clear/{name}` into `package/{name}`, with a new key for every `segmentsPerKey` segments. */
export async function protect({ dir }: Work, name: string, segmentsPerKey: number): Promise<Protected> {
  const [from, to] = [join(dir, 'clear', name), join(dir, 'package', name)];
  await mkdir(to, { recursive: true });
  await copyFile(join(from, 'init.mp4'), join(to, 'init.mp4'));
  const listed = readPlaylist(await readFile(join(from, 'index.m3u8'), 'utf8'));
  if (listed.length === 0) throw new MediaError(`ffmpeg found nothing to show in ${name}`);

  const keys: Buffer[] = [];
  const segments: (Segment & { size: number })[] = [];
  for (const [sequence, { file, durationSeconds }] of listed.entries()) {
    if (sequence % segmentsPerKey === 0) keys.push(randomBytes(16));
    const sealed = encryptSegment(await readFile(join(from, file)), keys.at(-1)!, sequence);
    await writeFile(join(to, file), sealed);
    segments.push({ uri: `${name}/${file}`, durationSeconds, keyIndex: keys.length - 1, size: sealed.length });
  }
  return {
    init: `${name}/init.mp4`,
    segments: segments.map(({ size: _, ...segment }) => segment),
    bandwidth: peakRate(segments),
    codecs: await codecOf(join(to, 'init.mp4')),
    keys: keys.map((key) => key.toString('hex')),
  };
}

/** Of the whole segments: a last one of half a second says little. */
function peakRate(segments: (Segment & { size: number })[]): number {
  const whole = segments.filter(({ durationSeconds }) => durationSeconds >= SEGMENT_SECONDS / 2);
  const counted = whole.length > 0 ? whole : segments;
  return Math.ceil(counted.reduce((most, each) => Math.max(most, (each.size * 8) / each.durationSeconds), 0));
}

function readPlaylist(text: string): { file: string; durationSeconds: number }[] {
  const entries = text.matchAll(/^#EXTINF:([\d.]+),.*\r?\n(?:[^#\r\n]*\/)?([^#/\r\n]+)/gm);
  return [...entries].map(([, seconds, file]) => ({ file: file!, durationSeconds: toMilliseconds(Number(seconds)) }));
}

export const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** RFC 6381: H.264's profile and level stand in its configuration box. */
async function codecOf(initFile: string): Promise<string> {
  const init = await readFile(initFile);
  const box = init.indexOf('avcC');
  if (box < 0) return AAC;
  const profile = init.subarray(box + 5, box + 8);
  return `avc1.${profile.toString('hex').toUpperCase()}`;
}
