import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MediaError } from '../errors.ts';
import { chooseRate, type Rate, readRate } from './frame-rate.ts';
import { inputArgs, type RunOptions, runFfprobe, ToolFailed } from './tools.ts';
import { type Stream, type Tracks, tracksOf } from './tracks.ts';

/** What is known of a film before it is made. Sizes are as it is seen: upright, with square pixels. */
export interface Source extends Tracks {
  file: string;
  width: number;
  height: number;
  seconds: number;
  /** The stream that is the picture. */
  index: number;
  rate: Rate;
  isInterlaced: boolean;
  isHdr: boolean;
  transfer: string;
  matrix: string;
}

interface Probed {
  streams?: Stream[];
  format?: { duration?: string; format_name?: string };
}

const NO_FILM = /^(tty|image2|.*_pipe|srt|webvtt|ass)$/;
const HDR_TRANSFERS = new Set(['smpte2084', 'arib-std-b67']);
const MATRICES: Record<string, string> = {
  bt709: 'bt709',
  bt470bg: 'bt470',
  smpte170m: 'smpte170m',
  smpte240m: 'smpte240m',
  fcc: 'fcc',
  bt2020nc: 'bt2020',
};
const HD_LINES = 700;
const TAIL_SECONDS = 10;
const MISSING_SECONDS = 2;

/** Reads what a film is. Throws MediaError with the reason when it cannot be one. */
export async function probe(file: string, options: RunOptions = {}): Promise<Source> {
  await checkIsFile(file);
  const { streams = [], format } = await askStreams(file, options);
  const video = streams.find(({ codec_type, disposition }) => codec_type === 'video' && !disposition?.['attached_pic']);
  if (NO_FILM.test(format?.format_name ?? '')) throw notVideo(file);
  if (!video?.width || !video.height) throw new MediaError(`${basename(file)} has no picture`);
  if (!video.codec_name || video.codec_name === 'unknown')
    throw new MediaError(`${basename(file)} has a picture in a form that this ffmpeg does not know`);
  const seconds = Number(format?.duration);
  if (!(seconds > 0) || video.nb_frames === '1') throw notVideo(file);
  if (video.side_data_list?.some((data) => data.dv_profile === 5))
    throw new MediaError(`${basename(file)} is Dolby Vision without an HDR10 base; export it as HDR10 or SDR`);
  await checkEnd(file, seconds, options);
  return { file, seconds, index: video.index, ...pictureOf(video), ...tracksOf(streams) };
}

const notVideo = (file: string) => new MediaError(`${basename(file)} is not a video`);

async function checkIsFile(file: string): Promise<void> {
  const entry = await stat(file).catch(() => null);
  if (!entry) throw new MediaError(`There is no file ${file}`);
  if (!entry.isFile()) throw new MediaError(`${file} is not a file`);
  if (entry.size === 0) throw new MediaError(`${basename(file)} is empty`);
}

async function askStreams(file: string, options: RunOptions): Promise<Probed> {
  try {
    const answer = await runFfprobe(['-of', 'json', '-show_streams', '-show_format', ...inputArgs(file)], options);
    return JSON.parse(answer) as Probed;
  } catch (error) {
    if (!(error instanceof ToolFailed)) throw error;
    if (/moov atom not found/.test(error.complaint) && (await beginsAsMp4(file))) throw cutOff(file);
    if (/Permission denied/.test(error.complaint)) throw new MediaError(`${basename(file)} may not be read`);
    throw notVideo(file);
  }
}

/** ffprobe takes any file for an MP4 whose name says so. */
async function beginsAsMp4(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(8), 0, 8, 0);
    return /ftyp|mdat|moov|wide|free|skip/.test(buffer.toString('latin1', 4, 8));
  } finally {
    await handle.close();
  }
}

const cutOff = (file: string, detail = '') =>
  new MediaError(`${basename(file)} is cut off${detail}; copy or export it again`);

/** Looks whether the file goes on to the end that it announces. */
async function checkEnd(file: string, seconds: number, options: RunOptions): Promise<void> {
  const from = Math.max(0, seconds - TAIL_SECONDS);
  const entries = ['-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0'];
  const answer = await runFfprobe(['-read_intervals', `${from}%`, ...entries, ...inputArgs(file)], options).catch(
    (error: Error) => {
      if (error instanceof ToolFailed) return '';
      throw error;
    },
  );
  const ends = answer.split('\n').map((line) => {
    const [at = NaN, lasts = 0] = line.split(',').map(Number);
    return at + (lasts || 0);
  });
  const last = ends.filter((end) => end > 0).reduce((most, end) => Math.max(most, end), 0);
  if (last < seconds - MISSING_SECONDS && last < seconds * 0.98) throw cutOff(file, before(seconds));
}

const before = (seconds: number) => ` before the end of its ${Math.round(seconds)} seconds`;

function pictureOf(video: Stream) {
  const isHdr = HDR_TRANSFERS.has(video.color_transfer ?? '');
  const size = shownSize(video);
  return {
    ...size,
    rate: chooseRate(readRate(video.avg_frame_rate), readRate(video.r_frame_rate)),
    isInterlaced: video.field_order !== 'progressive',
    isHdr,
    transfer: video.color_transfer ?? '',
    // Untagged: HD is BT.709, what is smaller is BT.601.
    matrix: MATRICES[video.color_space ?? ''] ?? (size.height >= HD_LINES ? 'bt709' : 'smpte170m'),
  };
}

function shownSize({ width = 0, height = 0, sample_aspect_ratio, side_data_list }: Stream) {
  const [across = 1, down = 1] = (sample_aspect_ratio ?? '').split(':').map((part) => Number(part) || 1);
  const shown = Math.round((width * across) / down);
  const isTurned = side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90);
  return isTurned ? { width: height, height: shown } : { width: shown, height };
}
