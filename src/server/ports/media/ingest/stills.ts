import type { PackageManifest, Sprite } from '#domain/playlist.ts';
import { fitWithin, type Size } from './ladder.ts';
import { pictureFilter } from './picture.ts';
import type { Source } from './probe.ts';
import { inputArgs, type RunOptions, runFfmpeg } from './tools.ts';
import type { Work } from './work.ts';

const POSTER = 'poster.jpg';
const POSTER_BOX = 1280;
const POSTER_AT = 0.3;
/** Of these many frames the one that is most like the others: neither a cut nor a flash. */
const POSTER_CANDIDATES = 30;
const SPRITE = 'sprite.webp';
const TILE = { width: 160, height: 90 };
const COLUMNS = 10;
/** The whole sheet is fetched when a film opens: two hours make half a megabyte, a tile for every 30 seconds. */
const MOST_TILES = 240;
const LEAST_SECONDS = 5;

/** The film's poster and the pictures of its seek bar, in `package/`. The latter are drawn from the smallest rendition, which must be in `clear/`. */
export async function drawStills(
  work: Work,
  source: Source,
  smallest: Size & { name: string; seconds: number },
  run: RunOptions,
): Promise<Pick<PackageManifest, 'poster' | 'sprite'>> {
  await drawPoster(work, source, run);
  const sprite = spriteFor(smallest, smallest.seconds);
  await drawSprite(work, smallest.name, sprite, run);
  return { poster: POSTER, sprite };
}

async function drawPoster({ dir }: Work, source: Source, run: RunOptions): Promise<void> {
  const at = (source.seconds * POSTER_AT).toFixed(2);
  const size = fitWithin(source, POSTER_BOX, POSTER_BOX);
  const filter = `thumbnail=${POSTER_CANDIDATES},${pictureFilter(source, size, { isStill: true })}`;
  const output = ['-map', `0:${source.index}`, '-frames:v', '1', '-vf', filter, '-q:v', '3', `package/${POSTER}`];
  await runFfmpeg(['-ss', at, ...inputArgs(source.file), ...output], { ...run, cwd: dir });
}

export function spriteFor(picture: Size, seconds: number): Sprite {
  const everySeconds = Math.max(LEAST_SECONDS, Math.ceil(seconds / MOST_TILES));
  const tiles = Math.max(1, Math.ceil(seconds / everySeconds));
  const columns = Math.min(COLUMNS, tiles);
  const rows = Math.ceil(tiles / columns);
  return { uri: SPRITE, columns, rows, ...fitWithin(picture, TILE.width, TILE.height), everySeconds };
}

async function drawSprite({ dir }: Work, rendition: string, sprite: Sprite, run: RunOptions): Promise<void> {
  const { columns, rows, width, height, everySeconds } = sprite;
  // The first frame at or after n × everySeconds.
  const chosen = `select='gte(t+0.001,selected_n*${everySeconds})'`;
  const filter = `${chosen},scale=${width}:${height},setsar=1,tile=${columns}x${rows}`;
  const webp = ['-frames:v', '1', '-c:v', 'libwebp', '-quality', '60', `package/${SPRITE}`];
  await runFfmpeg(['-i', `clear/${rendition}/index.m3u8`, '-vf', filter, ...webp], { ...run, cwd: dir });
}
