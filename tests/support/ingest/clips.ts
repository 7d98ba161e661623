import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasFfmpeg =
  !spawnSync('ffmpeg', ['-version']).error && !spawnSync('ffprobe', ['-version']).error;
export const NEEDS_FFMPEG = 'skipped: ffmpeg is not on the PATH';

export const aFolder = () => mkdtemp(join(tmpdir(), 'ingest-'));

/** Runs a tool at low priority and returns its output; throws its error output. */
export const runTool = async (name: string, args: string[], input?: Buffer): Promise<Buffer> =>
  (await run(name, ['-v', 'error', ...args], input)).output;

/** What filters measured is in the log. */
export const runToolWithLog = async (
  name: string,
  args: string[],
  input?: Buffer,
): Promise<string> => (await run(name, ['-v', 'info', '-nostats', ...args], input)).log;

async function run(
  name: string,
  args: string[],
  input?: Buffer,
): Promise<{ output: Buffer; log: string }> {
  const child = spawn('nice', ['-n', '15', name, ...args], { timeout: 60_000 });
  const printed: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${name} ${args.join(' ')}: ${stderr}`);
  return { output: Buffer.concat(printed), log: stderr };
}

/** Left half red, right half blue: shows orientation and colours. */
const patches = (size: string, rate: string, seconds: number) => {
  const [width, height] = size.split('x').map(Number) as [number, number];
  const half = `s=${width / 2}x${height}:r=${rate}:d=${seconds}`;
  return `color=red:${half}[a];color=blue:${half}[b];[a][b]hstack`;
};
export const lavfiInput = (graph: string) => ['-f', 'lavfi', '-i', graph];
export const tone = (hertz: number, seconds: number, volume = 0.1) =>
  lavfiInput(`sine=f=${hertz}:r=48000:d=${seconds},volume=${volume}`);
export const QUICK = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const LOSSLESS = ['-c:v', 'ffv1'];
const PQ = [
  '-color_primaries',
  'bt2020',
  '-color_trc',
  'smpte2084',
  '-colorspace',
  'bt2020nc',
  '-color_range',
  'tv',
];

/** Unusual sources: name → ffmpeg arguments. */
export const CLIPS: Record<string, string[]> = {
  'plain.mp4': [
    ...lavfiInput('testsrc2=s=640x270:r=24000/1001:d=9'),
    ...tone(440, 9),
    ...QUICK,
    '-shortest',
  ],
  'thirty.mp4': [...lavfiInput('testsrc2=s=320x180:r=30000/1001:d=2'), ...tone(440, 2), ...QUICK],
  'fifty.mp4': [...lavfiInput('testsrc2=s=320x180:r=50:d=2'), ...QUICK],
  'slow.mkv': [...lavfiInput('testsrc2=s=320x180:r=15:d=2'), ...QUICK],
  'changing.mkv': [
    ...lavfiInput("testsrc2=s=320x180:r=30:d=3,select='lt(t,1)+not(mod(n,3))'"),
    '-fps_mode',
    'vfr',
    ...QUICK,
  ],
  'old-colours.mkv': [
    ...lavfiInput(`${patches('320x180', '25', 2)},scale=out_color_matrix=smpte170m,format=yuv420p`),
    '-colorspace',
    'smpte170m',
    ...LOSSLESS,
  ],
  'ten-bit.mkv': [
    ...lavfiInput(`${patches('320x180', '25', 2)},scale=out_color_matrix=bt709,format=yuv422p10le`),
    '-colorspace',
    'bt709',
    ...LOSSLESS,
  ],
  'hdr.mkv': [
    ...lavfiInput('color=0x808080:s=320x180:r=24:d=2,format=yuv420p10le'),
    ...PQ,
    ...LOSSLESS,
  ],
  'turned.mp4': [...lavfiInput(patches('320x180', '25', 2)), ...QUICK],
  'interlaced.mpg': [
    ...lavfiInput('testsrc2=s=352x288:r=50:d=2,tinterlace=interleave_top'),
    '-c:v',
    'mpeg2video',
    '-flags',
    '+ilme+ildct',
    '-b:v',
    '4M',
  ],
  'odd.mkv': [...lavfiInput('testsrc2=s=321x181:r=25:d=2,format=yuv444p'), ...LOSSLESS],
  'tall.mkv': [...lavfiInput('testsrc2=s=270x480:r=25:d=2'), ...QUICK],
  'narrow-pixels.mkv': [...lavfiInput('testsrc2=s=360x288:r=25:d=2,setsar=64/45'), ...QUICK],
  'languages.mkv': [
    ...lavfiInput('testsrc2=s=320x180:r=25:d=3'),
    ...lavfiInput('sine=f=440:r=48000:d=3,volume=0.1,pan=5.1|FL=c0|FR=c0|FC=c0|LFE=c0|BL=c0|BR=c0'),
    ...tone(880, 2, 0.9),
    ...tone(220, 3),
    '-map',
    '0',
    '-map',
    '1',
    '-map',
    '2',
    '-map',
    '3',
    ...QUICK,
    '-c:a',
    'flac',
    '-metadata:s:a:0',
    'language=tam',
    '-metadata:s:a:1',
    'language=eng',
    '-metadata:s:a:2',
    'language=eng',
  ],
};

export async function aClip(folder: string, name: string): Promise<string> {
  const file = join(folder, name);
  await runTool('ffmpeg', ['-y', ...CLIPS[name]!, file]);
  if (name === 'turned.mp4') await rotate(file);
  return file;
}

/** Rotates a film as telephones do: only in the track header. */
async function rotate(file: string): Promise<void> {
  const bytes = await readFile(file);
  const quarterTurn = [0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000];
  const at = bytes.indexOf('tkhd') + 44;
  quarterTurn.forEach((value, index) => bytes.writeUInt32BE(value, at + index * 4));
  await writeFile(file, bytes);
}
