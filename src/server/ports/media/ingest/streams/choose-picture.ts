import { hasDisposition, type Programme, type Stream } from './stream.ts';

const COVER_DISPOSITIONS = ['attached_pic', 'timed_thumbnails', 'still_image'];

export const isCover = (stream: Stream): boolean =>
  COVER_DISPOSITIONS.some((name) => hasDisposition(stream, name));

/**
 * The picture of the film: the default stream, of several the largest. `pictures` are no covers.
 */
// Chosen: MP4 marks every enabled track as default, so the size decides among them, as in ffmpeg
// itself.
export function choosePicture(pictures: Stream[]): Stream | undefined {
  const moving = preferred(pictures, ({ nb_frames }) => nb_frames !== '1');
  return preferred(moving, (stream) => hasDisposition(stream, 'default')).toSorted(
    (a, b) => areaOf(b) - areaOf(a),
  )[0];
}

const areaOf = ({ width = 0, height = 0 }: Stream) => width * height;

/** Those that fit, or all if none fits. */
function preferred(streams: Stream[], fits: (stream: Stream) => boolean): Stream[] {
  const fitting = streams.filter(fits);
  return fitting.length > 0 ? fitting : streams;
}

/**
 * Whether a stream belongs to the programme of the picture. Only transport streams have several
 * programmes.
 */
export function programmeFilter(
  programmes: Programme[],
  picture: Stream,
): (stream: Stream) => boolean {
  const indexesOf = ({ streams = [] }: Programme) => new Set(streams.map(({ index }) => index));
  const all = programmes.map(indexesOf);
  const own = all.filter((indexes) => indexes.has(picture.index));
  const isIn = (among: Set<number>[], { index }: Stream) =>
    among.some((indexes) => indexes.has(index));
  return (stream) => isIn(own, stream) || !isIn(all, stream);
}
