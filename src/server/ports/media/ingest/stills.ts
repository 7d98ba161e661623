import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageManifest, Sprite } from '#domain/playlist.ts';
import { MediaError } from '../errors.ts';
import { inputArgs, ownPlaylistArgs } from './container.ts';
import type { EncodingJob } from './encode.ts';
import { fitWithin, type Size } from './ladder.ts';
import { pictureFilter } from './picture.ts';
import type { Source } from './probe.ts';
import type { Timeline } from './timeline.ts';
import { type RunOptions, runFfmpeg, runFfprobe } from './tools.ts';

const POSTER_FILE = 'poster.jpg';
const POSTER_BOX = 1280;
const POSTER_POSITION = 0.3;
/** ffmpeg picks the most typical of these frames: neither a cut nor a flash. */
const POSTER_CANDIDATES = 30;
const SPRITE_FILE = 'sprite.webp';
const TILE = { width: 160, height: 90 };
const COLUMNS = 10;
/** The player loads the whole sprite: two hours are 0.5 MB with a tile every 30 seconds. */
const MAX_TILES = 240;
const MIN_TILE_SECONDS = 5;

/** The seek previews need the smallest rendition in `clear/`. */
export async function renderStills(
  { work, source, timeline, signal }: EncodingJob & { signal?: AbortSignal | undefined },
  smallest: Size & { name: string; seconds: number },
): Promise<Pick<PackageManifest, 'poster' | 'sprite'>> {
  const run = { cwd: work.dir, signal };
  await renderPoster(source, timeline, run);
  const sprite = spriteFor(smallest, smallest.seconds);
  await renderSprite(smallest.name, sprite, run);
  return { poster: POSTER_FILE, sprite };
}

/** Seeks first. ffmpeg succeeds without a picture if there is no key frame after that position. */
async function renderPoster(source: Source, { picture }: Timeline, run: RunOptions): Promise<void> {
  const at = (picture.start + (picture.end - picture.start) * POSTER_POSITION).toFixed(2);
  const size = fitWithin(source, POSTER_BOX, POSTER_BOX);
  const filter = `thumbnail=${POSTER_CANDIDATES},${pictureFilter(source, size, { isStill: true })}`;
  const render = (seek: string[], filters: string) =>
    renderStill(
      [...seek, ...inputArgs(source), '-map', `0:${source.index}`, '-vf', filters, '-q:v', '3'],
      POSTER_FILE,
      run,
    );
  if (await render(['-ss', at], filter)) return;
  if (await render([], `select=gte(t\\,${at}),${filter}`)) return;
  if (!(await render([], filter))) throw missingStillError('poster');
}

const missingStillError = (still: string) =>
  new MediaError(`ffmpeg made no ${still} from this film`);

/** Returns whether ffmpeg made a picture that can be decoded. */
async function renderStill(args: string[], name: string, run: RunOptions): Promise<boolean> {
  const file = `package/${name}`;
  await rm(join(run.cwd!, file), { force: true });
  await runFfmpeg([...args, '-frames:v', '1', file], run);
  const isMade = await stat(join(run.cwd!, file)).then(
    ({ size }) => size > 0,
    () => false,
  );
  if (!isMade) return false;
  const frames = [
    '-count_frames',
    '-show_entries',
    'stream=nb_read_frames',
    '-of',
    'csv=p=0',
    `file:${file}`,
  ];
  return (await runFfprobe(frames, run)).trim() === '1';
}

export function spriteFor(picture: Size, seconds: number): Sprite {
  const everySeconds = Math.max(MIN_TILE_SECONDS, Math.ceil(seconds / MAX_TILES));
  const tileCount = Math.max(1, Math.ceil(seconds / everySeconds));
  const columns = Math.min(COLUMNS, tileCount);
  const rows = Math.ceil(tileCount / columns);
  return {
    uri: SPRITE_FILE,
    columns,
    rows,
    ...fitWithin(picture, TILE.width, TILE.height),
    everySeconds,
  };
}

async function renderSprite(rendition: string, sprite: Sprite, run: RunOptions): Promise<void> {
  const { columns, rows, width, height, everySeconds } = sprite;
  const select = `select='gte(t+0.001,selected_n*${everySeconds})'`;
  const filter = `${select},scale=${width}:${height},setsar=1,tile=${columns}x${rows}`;
  const webp = ['-vf', filter, '-c:v', 'libwebp', '-quality', '60'];
  const args = [...ownPlaylistArgs(`clear/${rendition}/index.m3u8`), ...webp];
  if (!(await renderStill(args, SPRITE_FILE, run))) throw missingStillError('seek previews');
}
