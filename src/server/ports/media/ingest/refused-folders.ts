import { basename, extname } from 'node:path';
import { firstOf } from '#domain/existing.ts';
import { deliveryText } from '#messages/delivery.ts';
import { MediaError } from '../errors.ts';

/**
 * ASSETMAP, with its package list or composition, is what makes a folder a digital cinema package
 * (SMPTE 429-9).
 */
const DCP_FILE = /^(?:assetmap(?:\.xml)?|volindex(?:\.xml)?|(?:cpl|pkl)[_-].*\.xml)$/i;
const PICTURE_EXTENSIONS = new Set(
  '.bmp .cin .dpx .exr .j2c .j2k .jp2 .jpeg .jpg .png .sgi .tga .tif .tiff'.split(' '),
);
const NUMBER_AT_END = /(?<!\d)\d{3,}$/;
/** Chosen: fewer numbered pictures are stills of a film. */
const MIN_SEQUENCE_LENGTH = 24;

/**
 * Throws MediaError if the files of a folder are a film in a form that has to be exported first.
 * `filmCount`: of its video files.
 */
export function refuseUnusableFolder(folder: string, names: string[], filmCount: number): void {
  if (names.some((name) => DCP_FILE.test(name)))
    throw new MediaError(deliveryText.isDcp(basename(folder)));
  const sequence = filmCount === 0 ? findSequence(names) : null;
  if (sequence)
    throw new MediaError(deliveryText.isSequence({ folder: basename(folder), ...sequence }));
}

/** The first file of a numbered series of pictures, and its name for ffmpeg: `frame.%04d.dpx`. */
function findSequence(names: string[]): { first: string; pattern: string } | null {
  const series = Map.groupBy(names.flatMap(numberedPicture), ({ pattern }) => pattern);
  const longest = [...series.values()].toSorted((a, b) => b.length - a.length)[0];
  if (!longest || longest.length < MIN_SEQUENCE_LENGTH) return null;
  const { name, pattern } = firstOf(longest.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  return { first: name, pattern };
}

function numberedPicture(name: string): { name: string; pattern: string }[] {
  const extension = extname(name);
  if (!PICTURE_EXTENSIONS.has(extension.toLowerCase())) return [];
  const stem = basename(name, extension);
  const digits = NUMBER_AT_END.exec(stem)?.[0];
  return digits
    ? [{ name, pattern: `${stem.slice(0, -digits.length)}%0${digits.length}d${extension}` }]
    : [];
}
