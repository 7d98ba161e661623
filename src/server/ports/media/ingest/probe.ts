import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { type AnnouncedSeconds, announcedSeconds } from './announced.ts';
import {
  demuxerOf,
  type InputFile,
  inputArgs,
  MAX_PICTURE,
  recogniseContainer,
} from './container.ts';
import { chooseRate, isNewRate, type Rate, readRate } from './frame-rate.ts';
import { type RunOptions, runFfprobe, ToolFailed } from './tools.ts';
import { decodableCodecs } from './streams/decoders.ts';
import { type Programme, type Stream, STREAM_ENTRIES } from './streams/stream.ts';
import { pictureOf, readTracks, type Tracks } from './tracks.ts';

/**
 * Properties of a source film. Sizes are display sizes: upright, square pixels. `index` is that of
 * the video stream; `transfer` and `matrix` are ffmpeg's names of its colour properties.
 */
export interface Source extends Tracks {
  file: string;
  demuxer: string;
  width: number;
  height: number;
  announced: AnnouncedSeconds;
  index: number;
  /** All of the file. */
  streams: Stream[];
  /** Time stamp at which the file starts. */
  startSeconds: number;
  rate: Rate;
  /** Earlier versions gave the film another rate. */
  hasNewRate: boolean;
  canBeInterlaced: boolean;
  /** As ffprobe names it: `progressive`, `tt`, …; empty if unknown. */
  fieldOrder: string;
  /** `720x576` */
  storedSize: string;
  /** Whether the source says how wide its pixels are. */
  hasPixelShape: boolean;
  isHdr: boolean;
  transfer: string;
  matrix: string;
}

interface ProbeOutput {
  streams?: Stream[];
  programs?: Programme[];
  format?: { duration?: string; start_time?: string; format_name?: string };
}

const ENTRIES = `${STREAM_ENTRIES}:format=duration,start_time,format_name`;
const HDR_TRANSFERS = new Set(['smpte2084', 'arib-std-b67']);
const MATRICES: Record<string, string> = {
  bt709: 'bt709',
  bt470bg: 'bt470',
  smpte170m: 'smpte170m',
  smpte240m: 'smpte240m',
  fcc: 'fcc',
  bt2020nc: 'bt2020',
};
const HD_MIN_HEIGHT = 700;

interface ProbeOptions extends RunOptions {
  /** Mono tracks of one recording are not joined. */
  separateTracks?: boolean | undefined;
}

/** Throws MediaError if the file cannot be ingested. */
export async function probe(
  file: string,
  { separateTracks = false, ...options }: ProbeOptions = {},
): Promise<Source> {
  await checkIsFile(file);
  const container = await recogniseContainer(file);
  const { streams = [], programs: programmes = [], format } = await readStreams(container, options);
  const demuxer = container.demuxer ?? demuxerOf(format?.format_name ?? '');
  const choice = { demuxer, programmes, decoders: await decodableCodecs(options), separateTracks };
  const video = pictureOf(streams, choice);
  if (!video) throw new MediaError(`${basename(file)} has no video stream`);
  if (!choice.decoders.has(video.codec_name ?? ''))
    throw new MediaError(
      `${basename(file)} has video in a codec that this ffmpeg does not support`,
    );
  if (!video.width || !video.height)
    throw new MediaError(
      `${basename(file)} has video whose size is unknown or above ${MAX_PICTURE} pixels`,
    );
  if (video.nb_frames === '1') throw stillPictureError(file);
  if (video.side_data_list?.some((data) => data.dv_profile === 5))
    throw new MediaError(
      `${basename(file)} is Dolby Vision without an HDR10 base; export it as HDR10 or SDR`,
    );
  const tracks = readTracks(streams, video, choice);
  const startSeconds = Number(format?.start_time) || 0;
  const announced = announcedSeconds(streams, {
    startSeconds,
    film: format?.duration,
    picture: video.index,
    tracks,
  });
  return {
    file,
    demuxer,
    announced,
    startSeconds,
    index: video.index,
    streams,
    ...videoProperties(video),
    ...tracks,
  };
}

export const stillPictureError = (file: string) =>
  new MediaError(`${basename(file)} is a still picture: it has only one frame`);

const notVideoError = (file: string) => new MediaError(`${basename(file)} is not a video`);

async function checkIsFile(file: string): Promise<void> {
  const entry = await stat(file).catch(() => null);
  if (!entry) throw new MediaError(`There is no file ${file}`);
  if (!entry.isFile()) throw new MediaError(`${file} is not a file`);
  if (entry.size === 0) throw new MediaError(`${basename(file)} is empty`);
}

async function readStreams(container: InputFile, options: RunOptions): Promise<ProbeOutput> {
  const { file } = container;
  try {
    const output = await runFfprobe(
      ['-of', 'json', '-show_entries', ENTRIES, ...inputArgs(container)],
      options,
    );
    return JSON.parse(output) as ProbeOutput;
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error;
    if (container.demuxer === 'mov' && /moov atom not found/.test(error.stderr))
      throw truncatedFileError(file);
    if (/Permission denied/.test(error.stderr))
      throw new MediaError(`${basename(file)} cannot be read: permission denied`);
    throw notVideoError(file);
  }
}

export const truncatedFileError = (file: string, detail = '') =>
  new MediaError(`${basename(file)} is cut off${detail}; copy or export it again`);

function videoProperties(video: Stream) {
  const isHdr = HDR_TRANSFERS.has(video.color_transfer ?? '');
  const size = displaySize(video);
  const [average, nominal] = [readRate(video.avg_frame_rate), readRate(video.r_frame_rate)];
  return {
    ...size,
    rate: chooseRate(average, nominal),
    hasNewRate: isNewRate(average, nominal),
    canBeInterlaced: video.field_order !== 'progressive',
    fieldOrder: video.field_order ?? '',
    storedSize: `${video.width}x${video.height}`,
    hasPixelShape: !['1:1', '0:1', undefined].includes(video.sample_aspect_ratio),
    isHdr,
    transfer: video.color_transfer ?? '',
    // Untagged HD is BT.709, untagged SD is BT.601.
    matrix:
      MATRICES[video.color_space ?? ''] ?? (size.height >= HD_MIN_HEIGHT ? 'bt709' : 'smpte170m'),
  };
}

function displaySize({ width = 0, height = 0, sample_aspect_ratio, side_data_list }: Stream) {
  const [pixelWidth = 1, pixelHeight = 1] = (sample_aspect_ratio ?? '')
    .split(':')
    .map((part) => Number(part) || 1);
  const displayWidth = Math.round((width * pixelWidth) / pixelHeight);
  const isRotated = side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  return isRotated ? { width: height, height: displayWidth } : { width: displayWidth, height };
}
