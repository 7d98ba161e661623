import type { SeekPictures } from '#stores/playback/play-lease.ts';

/** Plyr's format: one sprite file and a tile for each interval. */
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
