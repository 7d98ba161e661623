import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ladderFor, type Rung } from '#server/ports/media/ingest/ladder.ts';
import { audioArgs, h264Args, hlsArgs } from '#server/ports/media/ingest/output-args.ts';
import { resolveSettings } from '#server/ports/media/ingest/settings.ts';
import { flags } from '#server/ports/media/ingest/tools.ts';
import { measureProcess, type ProcessFigures } from './bench/ingest/measure-process.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';

const SOURCES = {
  prores: {
    extension: 'mov',
    codec: ['-c:v', 'prores_ks', '-profile:v', '2', '-c:a', 'pcm_s16le'],
  },
  mpeg2: { extension: 'ts', codec: ['-c:v', 'mpeg2video', '-b:v', '8M', '-c:a', 'mp2'] },
  h264: { extension: 'mp4', codec: ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'] },
};
type SourceKind = keyof typeof SOURCES;

const USAGE = `Measures \`cinema media ingest\` beside one plain ffmpeg that makes the same H.264 renditions and the sound: time, memory of all
processes, and space in the folder of the package. The film is made of a test picture with noise. Ends with 1 if one of them is more than 1.15
times that of ffmpeg.

  npm run bench:ingest [-- --seconds 120 --kinds ${Object.keys(SOURCES).join(',')} --size 1280x720 --preset medium]`;

const MAX_RATIO = 1.15;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '120' },
      kinds: { type: 'string', default: Object.keys(SOURCES).join(',') },
      size: { type: 'string', default: '1280x720' },
      preset: { type: 'string', default: 'medium' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE) ?? true;
  const kinds = values.kinds.split(',');
  const isKnown = (kind: string): kind is SourceKind => kind in SOURCES;
  if (!kinds.every(isKnown) || !(Number(values.seconds) > 0) || !/^\d+x\d+$/.test(values.size))
    throw new CommandError(USAGE);
  const folder = mkdtempSync(join(tmpdir(), 'matinee-bench-'));
  try {
    let isMet = true;
    for (const kind of kinds) isMet = (await compare(kind, folder, values)) && isMet;
    return isMet;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface FilmSettings {
  seconds: string;
  size: string;
  preset: string;
}

async function compare(kind: SourceKind, folder: string, film: FilmSettings): Promise<boolean> {
  const { extension, codec } = SOURCES[kind];
  const source = join(folder, `${kind}.${extension}`);
  const picture = `testsrc2=s=${film.size}:r=25:d=${film.seconds},noise=alls=12:allf=t`;
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    picture,
    '-f',
    'lavfi',
    '-i',
    `sine=f=440:r=48000:d=${film.seconds}`,
  ];
  await runStep(`Making ${film.seconds} s of ${kind}`, () =>
    measureProcess(['ffmpeg', '-v', 'error', ...inputs, ...codec, source], folder),
  );

  const [plain, own] = [join(folder, `${kind}-plain`), join(folder, `${kind}-own`)];
  const [width, height] = film.size.split('x').map(Number) as [number, number];
  const rungs = ladderFor({ width, height });
  mkdirSync(plain);
  for (const { name } of [...rungs, { name: 'audio' }]) mkdirSync(join(plain, name));
  const byFfmpeg = await runStep(`${kind} by ffmpeg`, () =>
    measureProcess(plainCommand({ source, folder: plain, rungs, preset: film.preset }), plain),
  );
  const byMatinee = await runStep(`${kind} by media ingest`, () =>
    measureProcess(
      [
        process.execPath,
        'scripts/cinema.ts',
        'media',
        'ingest',
        source,
        '--out',
        own,
        '--preset',
        film.preset,
        '--without-av1',
      ],
      own,
    ),
  );
  rmSync(source);
  return report(kind, byFfmpeg, byMatinee);
}

/** One process with one output for each rendition decodes the film once. */
function plainCommand({
  source,
  folder,
  rungs,
  preset,
}: {
  source: string;
  folder: string;
  rungs: Rung[];
  preset: string;
}): [program: string, ...args: string[]] {
  const settings = resolveSettings({ source, outDir: folder, preset });
  const videos = rungs.flatMap((rung) => [
    ...flags({ map: '0:v', vf: `scale=${rung.width}:${rung.height}:flags=lanczos` }),
    ...h264Args(rung, settings),
    ...hlsArgs(join(folder, rung.name)),
  ]);
  const sound = ['-map', '0:a', ...audioArgs(settings), ...hlsArgs(join(folder, 'audio'))];
  // At the priority that `media ingest` gives to its tools.
  return [
    'nice',
    '-n',
    '19',
    'ffmpeg',
    '-v',
    'error',
    '-nostdin',
    '-i',
    source,
    ...videos,
    ...sound,
  ];
}

function report(kind: SourceKind, plain: ProcessFigures, own: ProcessFigures): boolean {
  const figures = ({ seconds, processorSeconds, peakDiskMb, peakMemoryMb }: ProcessFigures) =>
    `${seconds.toFixed(1)} s (${processorSeconds.toFixed(0)} s of processors), ${peakDiskMb.toFixed(1)} MB, memory ${peakMemoryMb.toFixed(0)} MB`;
  console.log(`${kind}: ffmpeg ${figures(plain)}`);
  console.log(`${kind}: media ingest ${figures(own)}`);
  const check = (name: string, ratio: number) => {
    const isMet = ratio <= MAX_RATIO;
    console.log(
      `  ${isMet ? 'pass' : 'FAIL'}  ${kind}: ${name} ${ratio.toFixed(2)} ×, at most ${MAX_RATIO}`,
    );
    return isMet;
  };
  return [
    check('time', own.seconds / plain.seconds),
    check('space', own.peakDiskMb / plain.peakDiskMb),
    check('memory', own.peakMemoryMb / plain.peakMemoryMb),
  ].every(Boolean);
}

process.exitCode = (await main().catch(exitWithError)) ? 0 : 1;
