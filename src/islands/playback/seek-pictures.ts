import type { SeekPictures } from '#stores/lib/play-lease.ts';

/** The pictures over the seek bar in the player's form: one file, and for every stretch of the film the tile that shows it. */
export function seekTiles({ picture, columns, rows, width, height, everySeconds }: SeekPictures) {
  const tiles = Array.from({ length: columns * rows }, (_, tile) => ({
    startTime: tile * everySeconds,
    endTime: (tile + 1) * everySeconds,
    text: picture,
    x: (tile % columns) * width,
    y: Math.floor(tile / columns) * height,
    w: width,
    h: height,
  }));
  return { frames: tiles, width: columns * width, height: rows * height, urlPrefix: '' };
}
