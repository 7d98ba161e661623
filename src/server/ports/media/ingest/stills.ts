import type { PackageManifest, Sprite } from '#domain/playlist.ts';
import { inputArgs, ownPlaylistArgs } from './container.ts';
import { fitWithin, type Size } from './ladder.ts';
import { pictureFilter } from './picture.ts';
import type { Source } from './probe.ts';
import { type RunOptions, runFfmpeg } from './tools.ts';
import type { WorkFolder } from './work-folder.ts';

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
  work: WorkFolder,
  source: Source,
  smallest: Size & { name: string; seconds: number },
  run: RunOptions,
): Promise<Pick<PackageManifest, 'poster' | 'sprite'>> {
  await renderPoster(work, source, run);
  const sprite = spriteFor(smallest, smallest.seconds);
  await renderSprite(work, smallest.name, sprite, run);
  return { poster: POSTER_FILE, sprite };
}

async function renderPoster({ dir }: WorkFolder, source: Source, run: RunOptions): Promise<void> {
  const at = (source.seconds * POSTER_POSITION).toFixed(2);
  const size = fitWithin(source, POSTER_BOX, POSTER_BOX);
  const filter = `thumbnail=${POSTER_CANDIDATES},${pictureFilter(source, size, { isStill: true })}`;
  const output = ['-map', `0:${source.index}`, '-frames:v', '1', '-vf', filter, '-q:v', '3', `package/${POSTER_FILE}`];
  await runFfmpeg(['-ss', at, ...inputArgs(source), ...output], { ...run, cwd: dir });
}

export function spriteFor(picture: Size, seconds: number): Sprite {
  const everySeconds = Math.max(MIN_TILE_SECONDS, Math.ceil(seconds / MAX_TILES));
  const tileCount = Math.max(1, Math.ceil(seconds / everySeconds));
  const columns = Math.min(COLUMNS, tileCount);
  const rows = Math.ceil(tileCount / columns);
  return { uri: SPRITE_FILE, columns, rows, ...fitWithin(picture, TILE.width, TILE.height), everySeconds };
}

async function renderSprite({ dir }: WorkFolder, rendition: string, sprite: Sprite, run: RunOptions): Promise<void> {
  const { columns, rows, width, height, everySeconds } = sprite;
  const select = `select='gte(t+0.001,selected_n*${everySeconds})'`;
  const filter = `${select},scale=${width}:${height},setsar=1,tile=${columns}x${rows}`;
  const webp = ['-frames:v', '1', '-c:v', 'libwebp', '-quality', '60', `package/${SPRITE_FILE}`];
  await runFfmpeg([...ownPlaylistArgs(`clear/${rendition}/index.m3u8`), '-vf', filter, ...webp], { ...run, cwd: dir });
}
