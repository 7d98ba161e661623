import { join } from 'node:path';
import { runTool, runToolWithLog } from './clips.ts';
import type { OpenedPackage } from './package-reader.ts';

/** A film of six seconds: a white flash on black and a beep of 0.2 s, both at 1, 3 and 5 s. */
export interface Shape {
  /** With the extension of the container. */
  name: string;
  rate?: string;
  /** Seconds of the film before the first picture and before the first sound. */
  pictureStart?: number;
  soundStart?: number;
  codecs: string[];
  /** Video filters before the encoder. */
  filters?: string[];
  /** Muxes the finished film a second time, with these arguments before and after the input. */
  remux?: { input?: string[]; output?: string[] };
}

const PULSE = 'lt(mod(t+1\\,2)\\,0.2)';

export async function makeShape(folder: string, shape: Shape): Promise<string> {
  const {
    name,
    rate = '25',
    pictureStart = 0,
    soundStart = 0,
    codecs,
    filters = [],
    remux,
  } = shape;
  const file = join(folder, name);
  const flashes = `color=black:s=160x90:r=${rate}:d=6,drawbox=c=white:t=fill:enable='${PULSE}'`;
  const beeps = `aevalsrc='0.5*sin(2*PI*1000*t)*${PULSE}':s=48000:d=6`;
  const inputs = ['-f', 'lavfi', '-i', flashes, '-f', 'lavfi', '-i', beeps];
  const picture = [
    '-vf',
    [`trim=start=${pictureStart}`, ...filters].join(','),
    '-fps_mode',
    'passthrough',
  ];
  const sound = ['-af', `atrim=start=${soundStart}`, '-ac', '2'];
  const first = remux ? join(folder, `first-${name}.mkv`) : file;
  await runTool('ffmpeg', [
    '-y',
    ...inputs,
    ...picture,
    ...sound,
    '-pix_fmt',
    'yuv420p',
    ...codecs,
    first,
  ]);
  if (remux)
    await runTool('ffmpeg', [
      '-y',
      ...(remux.input ?? []),
      '-i',
      first,
      '-map',
      '0',
      '-c',
      'copy',
      ...(remux.output ?? []),
      file,
    ]);
  return file;
}

const BRIGHT = 100;
/** Reads all streams of a film, so that ffmpeg gives them one clock. */
const ON_ITS_CLOCK = ['-map', '0', '-c', 'copy', '-f', 'null', '-'];
const LUMA = 'signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-';
const SILENCE = 'silencedetect=noise=-30dB:d=0.1';

/** Seconds of the beginnings of flashes and beeps. */
export interface Pulses {
  flashes: number[];
  beeps: number[];
}

/** Both in one run with the file's own time stamps. */
export async function pulsesOfSource(file: string, clock: string[] = ['-copyts']): Promise<Pulses> {
  return {
    flashes: await flashesOf([...clock, '-i', file]),
    beeps: await beepsOf([...clock, '-i', file]),
  };
}

export async function pulsesOfPackage(film: OpenedPackage): Promise<Pulses> {
  const [video, audio] = (['video', 'audio'] as const).map((kind) =>
    film.manifest.renditions.find((each) => each.kind === kind)!,
  );
  const input = ['-copyts', '-i', 'pipe:0'];
  return {
    flashes: await flashesOf(input, await film.read(video!)),
    beeps: await beepsOf(input, await film.read(audio!)),
  };
}

// The other stream is read too, so that both runs have the start of the file.
const flashesOf = async (input: string[], bytes?: Buffer) =>
  brightStarts(
    String(
      await runTool(
        'ffmpeg',
        [
          ...input,
          '-fps_mode',
          'passthrough',
          '-vf',
          LUMA,
          '-map',
          '0:v:0',
          '-f',
          'null',
          '-',
          ...ON_ITS_CLOCK,
        ],
        bytes,
      ),
    ),
  );

function brightStarts(log: string): number[] {
  const frames = [...log.matchAll(/pts_time:(\S+)\s+lavfi\.signalstats\.YAVG=(\S+)/g)];
  const isBright = (at: number) => Number(frames[at]?.[2]) > BRIGHT;
  return frames.flatMap(([, time], at) =>
    isBright(at) && !isBright(at - 1) ? [Number(time)] : [],
  );
}

async function beepsOf(input: string[], bytes?: Buffer): Promise<number[]> {
  const args = [...input, '-map', '0:a:0', '-af', SILENCE, '-f', 'null', '-', ...ON_ITS_CLOCK];
  const log = await runToolWithLog('ffmpeg', args, bytes);
  return [...log.matchAll(/silence_end: (\S+)/g)].map(([, time]) => Number(time));
}
