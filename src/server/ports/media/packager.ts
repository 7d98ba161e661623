import { spawn } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export type CaptionSource = { language: string; label: string; file: string };

export type PackageSegment = { uri: string; durationSeconds: number; keyIndex: number };

export type VideoRendition = {
  name: string;
  kind: 'video';
  width: number;
  height: number;
  bandwidth: number;
  codecs: string;
  init: string;
  segments: PackageSegment[];
};

export type AudioRendition = {
  name: 'audio';
  kind: 'audio';
  bandwidth: number;
  codecs: string;
  language: string;
  init: string;
  segments: PackageSegment[];
};

/** `width` and `height` are those of one tile; tile n shows the film around n × everySeconds. */
export type PackageSprite = {
  uri: string;
  columns: number;
  rows: number;
  width: number;
  height: number;
  everySeconds: number;
};

export type PackageManifest = {
  version: 1;
  durationSeconds: number;
  renditions: (VideoRendition | AudioRendition)[];
  captions: { language: string; label: string; uri: string }[];
  poster: string;
  sprite: PackageSprite;
};

export type PackageKeys = { keys: string[] };

export type PackageProgress = { stage: 'encode' | 'encrypt' | 'stills' | 'done'; fraction: number };

export type PackageOptions = {
  source: string;
  captions?: CaptionSource[];
  outDir: string;
  segmentsPerKey?: number;
  crf?: number;
  preset?: string;
  tune?: string;
  audioKbps?: number;
  onProgress?: (progress: PackageProgress) => void;
};

type Settings = Required<Omit<PackageOptions, 'captions' | 'onProgress'>> & {
  captions: CaptionSource[];
  onProgress: (progress: PackageProgress) => void;
};

type Source = { width: number; height: number; durationSeconds: number; hasAudio: boolean };

type Ladder = { name: string; width: number; height: number; maxKbps: number; coarser: number }[];

const SEGMENT_SECONDS = 4;
const RUNGS = [
  { height: 720, maxKbps: 3000, coarser: 0 },
  { height: 480, maxKbps: 1500, coarser: 1 },
  { height: 240, maxKbps: 500, coarser: 1 },
];
const SPRITE_COLUMNS = 10;
const SPRITE_TILE_WIDTH = 160;
const SPRITE_MOST_TILES = 120;
const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/**
 * Makes a streaming package of one film: CMAF renditions whose media segments are
 * encrypted, captions, a poster, a seek sprite, `manifest.json` and `keys.json`.
 * The folder appears under `outDir` only when it is complete.
 */
export async function packageFilm(options: PackageOptions): Promise<PackageManifest> {
  const settings = withDefaults(options);
  await checkInputs(settings);
  const source = await probe(settings.source);
  await checkOutDir(settings.outDir);
  const workDir = `${settings.outDir}.part`;
  await rm(workDir, { recursive: true, force: true });
  await mkdir(workDir, { recursive: true });
  try {
    const manifest = await fillFolder(workDir, source, settings);
    await rmdir(settings.outDir).catch(() => undefined);
    await rename(workDir, settings.outDir);
    settings.onProgress({ stage: 'done', fraction: 1 });
    return manifest;
  } catch (error) {
    await rm(workDir, { recursive: true, force: true });
    throw error;
  }
}

function withDefaults(options: PackageOptions): Settings {
  return {
    source: resolve(options.source),
    captions: options.captions ?? [],
    outDir: resolve(options.outDir),
    segmentsPerKey: options.segmentsPerKey ?? 15,
    crf: options.crf ?? 22,
    preset: options.preset ?? 'medium',
    tune: options.tune ?? '',
    audioKbps: options.audioKbps ?? 128,
    onProgress: options.onProgress ?? (() => undefined),
  };
}

async function checkInputs(settings: Settings): Promise<void> {
  if (!Number.isInteger(settings.segmentsPerKey) || settings.segmentsPerKey < 1) {
    throw new Error('segmentsPerKey must be a whole number of at least 1');
  }
  if (!(await isFile(settings.source))) throw new Error(`There is no film at ${settings.source}`);
  const seen = new Set<string>();
  for (const { language, file } of settings.captions) {
    if (!LANGUAGE_TAG.test(language)) throw new Error(`"${language}" is not a language tag`);
    if (seen.has(language)) throw new Error(`There are two caption files for "${language}"`);
    seen.add(language);
    await checkCaptionFile(file);
  }
}

async function checkCaptionFile(file: string): Promise<void> {
  if (!(await isFile(file))) throw new Error(`There is no caption file at ${resolve(file)}`);
  const text = await readFile(file, 'utf8');
  if (!/^\uFEFF?WEBVTT/.test(text)) throw new Error(`${resolve(file)} is not a WebVTT file`);
}

async function checkOutDir(outDir: string): Promise<void> {
  const entries = await readdir(outDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new Error(`${outDir} is not a folder`);
  });
  if (entries.length > 0) throw new Error(`The folder ${outDir} is not empty`);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
}

async function fillFolder(dir: string, source: Source, settings: Settings): Promise<PackageManifest> {
  const ladder = ladderFor(source);
  await encode(dir, source, ladder, settings);
  const { renditions, keys } = await protect(dir, ladder, settings);
  settings.onProgress({ stage: 'stills', fraction: 0 });
  await drawPoster(dir, source, settings.source);
  const sprite = await drawSprite(dir, source, settings.source);
  const manifest: PackageManifest = {
    version: 1,
    durationSeconds: totalSeconds(renditions[0]!.segments),
    renditions,
    captions: await copyCaptions(dir, settings.captions),
    poster: 'poster.jpg',
    sprite,
  };
  await writeFile(join(dir, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  await writeFile(join(dir, 'keys.json'), `${JSON.stringify({ keys } satisfies PackageKeys, null, 1)}\n`, {
    mode: 0o600,
  });
  return manifest;
}

// Reading the source

type ProbedStream = {
  codec_type?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
};

async function probe(file: string): Promise<Source> {
  const answer = await ask('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', file]).catch(
    (error: Error) => {
      throw error instanceof ToolMissing ? error : new Error(`${file} is not a film that ffmpeg can read`);
    },
  );
  const { streams = [], format } = JSON.parse(answer) as { streams?: ProbedStream[]; format?: { duration?: string } };
  const video = streams.find((stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic);
  const durationSeconds = Number(format?.duration);
  if (!video?.width || !video.height) throw new Error(`${file} has no picture`);
  if (!(durationSeconds > 0)) throw new Error(`${file} does not say how long it is`);
  const hasAudio = streams.some((stream) => stream.codec_type === 'audio');
  return { ...shownSize(video), durationSeconds, hasAudio };
}

/** The size as it is seen: square pixels, and upright when the film is stored on its side. */
function shownSize(video: ProbedStream): { width: number; height: number } {
  const [across = 1, down = 1] = (video.sample_aspect_ratio ?? '').split(':').map((part) => Number(part) || 1);
  const width = Math.round((video.width! * across) / down);
  const turned = video.side_data_list?.some((data) => Math.abs(data.rotation ?? 0) % 180 === 90);
  return turned ? { width: video.height!, height: width } : { width, height: video.height! };
}

function ladderFor(source: Source): Ladder {
  const rungs = RUNGS.filter((rung) => rung.height <= source.height);
  const chosen =
    rungs.length > 0 ? rungs : [{ height: Math.max(2, even(source.height - 1)), maxKbps: 500, coarser: 0 }];
  return chosen.map(({ height, maxKbps, coarser }) => ({
    name: `${height}p`,
    width: Math.max(2, even((source.width * height) / source.height)),
    height,
    maxKbps,
    coarser,
  }));
}

function even(value: number): number {
  return 2 * Math.round(value / 2);
}

// Encoding

async function encode(dir: string, source: Source, ladder: Ladder, settings: Settings): Promise<void> {
  for (const { name } of [...ladder, { name: 'audio' }]) await mkdir(join(dir, name));
  const args = [
    '-i',
    settings.source,
    ...(source.hasAudio ? [] : ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo']),
    '-filter_complex',
    scaleGraph(ladder),
    ...ladder.flatMap((rung, index) => [...videoArgs(rung, index, settings), ...hlsArgs(rung.name)]),
    ...audioArgs(source, settings),
    ...hlsArgs('audio'),
  ];
  await runFfmpeg(args, dir, (seconds) =>
    settings.onProgress({ stage: 'encode', fraction: Math.min(1, seconds / source.durationSeconds) }),
  );
}

function scaleGraph(ladder: Ladder): string {
  const split = `[0:v:0]split=${ladder.length}${ladder.map((_, index) => `[s${index}]`).join('')}`;
  const scales = ladder.map(({ width, height }, index) => `[s${index}]scale=${width}:${height},setsar=1[v${index}]`);
  return [split, ...scales].join(';');
}

function videoArgs({ maxKbps, coarser }: Ladder[number], index: number, { crf, preset, tune }: Settings): string[] {
  return [
    '-map',
    `[v${index}]`,
    '-c:v',
    'libx264',
    '-preset',
    preset,
    ...(tune ? ['-tune', tune] : []),
    '-crf',
    String(crf + coarser),
    '-maxrate',
    `${maxKbps}k`,
    '-bufsize',
    `${maxKbps * 2}k`,
    '-profile:v',
    'high',
    '-pix_fmt',
    'yuv420p',
    '-refs',
    '5',
    '-sc_threshold',
    '0',
    '-g',
    '600',
    // By time and not by frame count, so that the renditions cut at the same frames whatever the rate.
    '-force_key_frames',
    `expr:gte(t,n_forced*${SEGMENT_SECONDS})`,
  ];
}

function audioArgs(source: Source, { audioKbps }: Settings): string[] {
  // A silent film gets a silent track: every package then has the same shape.
  const input = source.hasAudio ? ['-map', '0:a:0'] : ['-map', '1:a:0', '-t', String(source.durationSeconds)];
  return [...input, '-c:a', 'aac', '-b:a', `${audioKbps}k`, '-ac', '2', '-ar', '48000'];
}

function hlsArgs(name: string): string[] {
  return [
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-fflags',
    '+bitexact',
    '-f',
    'hls',
    '-hls_time',
    String(SEGMENT_SECONDS),
    '-hls_playlist_type',
    'vod',
    '-hls_segment_type',
    'fmp4',
    // Some players obey edit lists and some do not; picture times that begin at 0 need none, so sound and picture agree in both.
    '-hls_segment_options',
    'movflags=+negative_cts_offsets:use_editlist=0',
    '-hls_fmp4_init_filename',
    'init.mp4',
    '-hls_segment_filename',
    `${name}/%05d.m4s`,
    `${name}/index.m3u8`,
  ];
}

// Protecting the segments

async function protect(dir: string, ladder: Ladder, settings: Settings) {
  const renditions: PackageManifest['renditions'] = [];
  const keys: Buffer[] = [];
  for (const { name, width, height } of ladder) {
    const { segments, bandwidth } = await protectRendition(dir, name, keys, settings);
    const codecs = await videoCodec(join(dir, name, 'init.mp4'));
    renditions.push({ name, kind: 'video', width, height, bandwidth, codecs, init: `${name}/init.mp4`, segments });
    settings.onProgress({ stage: 'encrypt', fraction: renditions.length / (ladder.length + 1) });
  }
  const { segments, bandwidth } = await protectRendition(dir, 'audio', keys, settings);
  renditions.push({
    name: 'audio',
    kind: 'audio',
    bandwidth,
    codecs: 'mp4a.40.2',
    language: 'und',
    init: 'audio/init.mp4',
    segments,
  });
  settings.onProgress({ stage: 'encrypt', fraction: 1 });
  return { renditions, keys: keys.map((key) => key.toString('hex')) };
}

async function protectRendition(dir: string, name: string, keys: Buffer[], { segmentsPerKey }: Settings) {
  const playlist = join(dir, name, 'index.m3u8');
  const listed = readPlaylist(await readFile(playlist, 'utf8'));
  const segments: PackageSegment[] = [];
  const rates: number[] = [];
  for (const [sequence, { file, durationSeconds }] of listed.entries()) {
    // Each rendition begins with a key of its own, so a key never opens two renditions.
    if (sequence % segmentsPerKey === 0) keys.push(randomBytes(16));
    const keyIndex = keys.length - 1;
    const size = await encryptFile(join(dir, name, file), keys[keyIndex]!, sequence);
    segments.push({ uri: `${name}/${file}`, durationSeconds, keyIndex });
    if (durationSeconds >= SEGMENT_SECONDS / 2 || listed.length === 1) rates.push((size * 8) / durationSeconds);
  }
  await rm(playlist);
  return { segments, bandwidth: Math.ceil(Math.max(...rates)) };
}

function readPlaylist(text: string): { file: string; durationSeconds: number }[] {
  const entries = text.matchAll(/^#EXTINF:([\d.]+),.*\r?\n([^#\r\n]+)/gm);
  return [...entries].map(([, seconds, file]) => ({ file: file!, durationSeconds: round(Number(seconds)) }));
}

async function encryptFile(file: string, key: Buffer, sequence: number): Promise<number> {
  const sealed = encryptSegment(await readFile(file), key, sequence);
  await writeFile(file, sealed);
  return sealed.length;
}

/** AES-128-CBC with PKCS7; the IV is the media sequence number as 128 bits, as RFC 8216 has it. */
export function encryptSegment(plain: Uint8Array, key: Uint8Array, sequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeBigUInt64BE(BigInt(sequence), 8);
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

async function videoCodec(initFile: string): Promise<string> {
  const init = await readFile(initFile);
  const box = init.indexOf('avcC');
  if (box < 0) throw new Error(`${initFile} does not hold H.264 video`);
  return `avc1.${init
    .subarray(box + 5, box + 8)
    .toString('hex')
    .toUpperCase()}`;
}

function totalSeconds(segments: PackageSegment[]): number {
  return round(segments.reduce((sum, segment) => sum + segment.durationSeconds, 0));
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

// Captions and stills

async function copyCaptions(dir: string, captions: CaptionSource[]): Promise<PackageManifest['captions']> {
  if (captions.length > 0) await mkdir(join(dir, 'captions'));
  return Promise.all(
    captions.map(async ({ language, label, file }) => {
      const uri = `captions/${language}.vtt`;
      // Written anew and not copied, so that a read-only original does not make a read-only package.
      await writeFile(join(dir, uri), await readFile(file));
      return { language, label, uri };
    }),
  );
}

async function drawPoster(dir: string, source: Source, file: string): Promise<void> {
  const at = (source.durationSeconds * 0.3).toFixed(2);
  const size = `scale='min(1280,iw)':-2,setsar=1`;
  await runFfmpeg(
    ['-ss', at, '-i', file, '-map', '0:v:0', '-frames:v', '1', '-vf', size, '-q:v', '5', 'poster.jpg'],
    dir,
  );
}

async function drawSprite(dir: string, source: Source, file: string): Promise<PackageSprite> {
  const everySeconds = Math.max(5, Math.ceil(source.durationSeconds / SPRITE_MOST_TILES));
  const tiles = Math.max(1, Math.ceil(source.durationSeconds / everySeconds));
  const columns = Math.min(SPRITE_COLUMNS, tiles);
  const rows = Math.ceil(tiles / columns);
  const width = SPRITE_TILE_WIDTH;
  const height = Math.max(2, even((width * source.height) / source.width));
  const filter = `fps=1/${everySeconds},scale=${width}:${height},setsar=1,tile=${columns}x${rows}`;
  const output = ['-frames:v', '1', '-c:v', 'libwebp', '-quality', '60', 'sprite.webp'];
  await runFfmpeg(['-i', file, '-map', '0:v:0', '-vf', filter, ...output], dir);
  return { uri: 'sprite.webp', columns, rows, width, height, everySeconds };
}

// The tools

class ToolMissing extends Error {}

async function runFfmpeg(args: string[], cwd: string, onSeconds?: (seconds: number) => void): Promise<void> {
  const all = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', '-progress', 'pipe:1', ...args];
  await ask('ffmpeg', all, cwd, (chunk) => {
    const time = chunk.match(/out_time_us=(\d+)/);
    if (time && onSeconds) onSeconds(Number(time[1]) / 1_000_000);
  });
}

/** Runs a tool found on the PATH and gives back what it printed. */
function ask(tool: string, args: string[], cwd?: string, onChunk?: (chunk: string) => void): Promise<string> {
  return new Promise((fulfil, reject) => {
    const child = spawn(tool, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let complaint = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (onChunk) onChunk(chunk);
      else printed += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complaint = (complaint + chunk).slice(-2000);
    });
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'ENOENT'
          ? new ToolMissing('ffmpeg is not on the PATH; it is needed only to package films')
          : error,
      );
    });
    child.on('close', (code) => {
      if (code === 0) fulfil(printed);
      else reject(new Error(`${tool} stopped: ${complaint.trim().split('\n').at(-1) || `exit code ${code}`}`));
    });
  });
}
