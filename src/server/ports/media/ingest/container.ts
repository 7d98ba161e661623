import { open } from 'node:fs/promises';
import { textBefore } from '#domain/text-before.ts';
import { detectType } from '../detect-type.ts';
import { flags } from './tools.ts';

/**
 * A film with the ffmpeg demuxer that opens it. `demuxer` is null until the format is recognised.
 */
export interface InputFile {
  file: string;
  demuxer: string | null;
}

/** By the MIME type that the first bytes show. None of these demuxers opens a second file. */
const DEMUXERS: Record<string, string> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/matroska': 'matroska',
  'video/webm': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-flv': 'flv',
  'video/x-ms-asf': 'asf',
  'application/vnd.ms-asf': 'asf',
  'video/mp2t': 'mpegts',
  'video/mpeg': 'mpegvideo',
  'video/MP1S': 'mpeg',
  'video/MP2P': 'mpeg',
  'video/ogg': 'ogg',
  'application/ogg': 'ogg',
  'application/mxf': 'mxf',
};
/**
 * Film formats whose first bytes no MIME type above names. ffmpeg recognises them itself. None
 * opens a second file.
 */
const RARE_DEMUXERS = ['dv', 'gxf', 'ivf', 'lxf', 'nsv', 'nut', 'nuv', 'rm', 'wtv', 'yuv4mpegpipe'];

/** ffmpeg opens nearly any bytes as these, so only their signature chooses them. */
const RAW_DEMUXERS = ['mpegvideo', 'h264', 'hevc'];

/** Chosen: an 8K film has 8192 × 4320 pixels. A larger picture needs gigabytes of memory. */
const MAX_SIDE = 8192;
export const MAX_PICTURE = `${MAX_SIDE} × ${MAX_SIDE}`;

// Playlists and manifests (HLS, DASH, concat, image sequences) are missing: ffmpeg would open every
// file that they name.
const FORMATS = [...new Set([...Object.values(DEMUXERS), ...RARE_DEMUXERS])]
  .filter((demuxer) => !RAW_DEMUXERS.includes(demuxer))
  .join(',');
const LIMITS = ['-protocol_whitelist', 'file', '-max_pixels', String(MAX_SIDE * MAX_SIDE)];

export async function recogniseContainer(file: string): Promise<InputFile> {
  const demuxer = DEMUXERS[(await detectType(file)) ?? ''] ?? (await rawDemuxerOf(file));
  return { file, demuxer };
}

/** Raw H.264 and HEVC begin with a start code and a parameter set or a delimiter. */
async function rawDemuxerOf(file: string): Promise<string | null> {
  const sample = await readSample(file, 5);
  const start = /^(?:00)?000001(..)/.exec(sample.toString('hex'));
  const header = parseInt(start?.[1] ?? '00', 16);
  if ([7, 9].includes(header & 0x9f)) return 'h264';
  return [32, 35].includes(header >> 1) ? 'hevc' : null;
}

async function readSample(file: string, length: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The first name of `format_name`, as ffprobe prints it: `mov,mp4,m4a,3gp,3g2,mj2`. */
export const demuxerOf = (formatName: string): string => textBefore(formatName, ',');

/**
 * Opens a film as the recognised format and as no other: its first bytes may show a film, and the
 * file be a playlist.
 */
export const inputArgs = ({ file, demuxer }: InputFile): string[] => [
  ...LIMITS,
  ...flags({ format_whitelist: demuxer ?? FORMATS, f: demuxer ?? undefined, i: `file:${file}` }),
];

/** Opens captions in one of ffmpeg's formats. */
export const captionInputArgs = (file: string, demuxer: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'ass,sami,scc',
  '-f',
  demuxer,
  '-i',
  `file:${file}`,
];

/** Opens a playlist that our own encoding wrote, relative to the working folder. */
export const ownPlaylistArgs = (file: string): string[] => [
  ...LIMITS,
  '-format_whitelist',
  'hls,mov',
  '-f',
  'hls',
  '-i',
  `file:${file}`,
];
