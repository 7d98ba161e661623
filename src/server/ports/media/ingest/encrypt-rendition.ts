import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lastOf } from '#domain/existing.ts';
import type { Segment } from '#domain/playlist.ts';
import { MediaError } from '../errors.ts';
import { SEGMENT_SECONDS } from './output-args.ts';
import { encryptSegment } from './segment-cipher.ts';
import type { WorkFolder } from './work-folder.ts';

/**
 * A rendition in `package/`. Key indexes start at 0 in each rendition: no key is shared between
 * renditions.
 */
export type EncryptedRendition = Awaited<ReturnType<typeof encryptRendition>>;

const AAC = 'mp4a.40.2';

interface EncryptOptions {
  segmentsPerKey: number;
  /**
   * Otherwise each segment is removed when it is encrypted: a film of 17 GB would need the space of
   * its largest rendition twice.
   */
  keepsUnencrypted: boolean;
}

/**
 * Encrypts `clear/{name}` into `package/{name}`, with a new key for every `segmentsPerKey`
 * segments.
 */
export async function encryptRendition(work: WorkFolder, name: string, options: EncryptOptions) {
  const { segmentsPerKey, keepsUnencrypted } = options;
  const [from, to] = [join(work.dir, 'clear', name), join(work.dir, 'package', name)];
  await mkdir(to, { recursive: true });
  await copyFile(join(from, 'init.mp4'), join(to, 'init.mp4'));
  const playlist = await readPlaylist(work, name);

  const keys: Buffer[] = [];
  const segments: (Segment & { bytes: number })[] = [];
  for (const [sequence, { file, durationSeconds }] of playlist.entries()) {
    if (sequence % segmentsPerKey === 0) keys.push(randomBytes(16));
    const encrypted = encryptSegment(await readFile(join(from, file)), lastOf(keys), sequence);
    await writeFile(join(to, file), encrypted);
    if (!keepsUnencrypted) await rm(join(from, file));
    const sha256 = createHash('sha256').update(encrypted).digest('base64url');
    const keyIndex = keys.length - 1;
    segments.push({
      uri: `${name}/${file}`,
      durationSeconds,
      keyIndex,
      bytes: encrypted.length,
      sha256,
    });
  }
  return {
    init: `${name}/init.mp4`,
    segments,
    bandwidth: peakBandwidth(segments),
    codecs: await codecOf(join(to, 'init.mp4')),
    keys: keys.map((key) => key.toString('hex')),
  };
}

/** Ignores short segments: their rate is not representative. */
function peakBandwidth(segments: (Segment & { bytes: number })[]): number {
  const longSegments = segments.filter(
    ({ durationSeconds }) => durationSeconds >= SEGMENT_SECONDS / 2,
  );
  const measured = longSegments.length > 0 ? longSegments : segments;
  return Math.ceil(
    measured.reduce((max, each) => Math.max(max, (each.bytes * 8) / each.durationSeconds), 0),
  );
}

/** Of an encoded rendition in `clear/`. Throws MediaError if it has no segments. */
export async function readPlaylist(
  { dir }: WorkFolder,
  name: string,
): Promise<{ file: string; durationSeconds: number }[]> {
  const text = await readFile(join(dir, 'clear', name, 'index.m3u8'), 'utf8');
  const entries = text.matchAll(/^#EXTINF:([\d.]+),.*\r?\n(?:[^#\r\n]*\/)?([^#/\r\n]+)/gm);
  const playlist = [...entries].map(([, seconds, file]) => ({
    file: file!,
    durationSeconds: roundToMilliseconds(Number(seconds)),
  }));
  if (playlist.length === 0) throw new MediaError(`ffmpeg produced no segments for ${name}`);
  return playlist;
}

export const roundToMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** RFC 6381: the profile and level of H.264 and AV1 are in their configuration boxes. */
async function codecOf(initFile: string): Promise<string> {
  const init = await readFile(initFile);
  const av1Box = init.indexOf('av1C');
  if (av1Box >= 0) return av1Codec(init.readUInt8(av1Box + 5), init.readUInt8(av1Box + 6));
  const box = init.indexOf('avcC');
  if (box < 0) return AAC;
  const profile = init.subarray(box + 5, box + 8);
  return `avc1.${profile.toString('hex').toUpperCase()}`;
}

/**
 * `av01.0.05M.08`, from the second and third byte of the box: profile and level, then tier and bit
 * depth.
 */
function av1Codec(profileAndLevel: number, tierAndDepth: number): string {
  const level = String(profileAndLevel & 0x1f).padStart(2, '0');
  const tier = tierAndDepth & 0x80 ? 'H' : 'M';
  const depth = tierAndDepth & 0x40 ? '10' : '08';
  return `av01.${profileAndLevel >> 5}.${level}${tier}.${depth}`;
}
