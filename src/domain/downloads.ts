import type { PackageManifest, Rendition, Segment } from './playlist.ts';

/** Lifetime of a signed folder for a download. A segment that has started is sent to its end. */
export const DOWNLOAD_LEASE_SECONDS = 300;
/**
 * Per ticket. Chosen: twelve for an hour of downloading, the others for pauses, reloads and lost
 * connections.
 */
export const DOWNLOAD_GRANTS_PER_HOUR = 60;

export interface DownloadFile {
  uri: string;
  /** Unknown for init files, captions, and segments of earlier packages. */
  bytes?: number | undefined;
  sha256?: string | undefined;
}

/** From the rendition's peak rate if the package has no sizes. */
export const renditionBytes = ({
  segments,
  bandwidth,
}: Pick<Rendition, 'segments' | 'bandwidth'>): number =>
  segments.reduce((sum, segment) => sum + segmentBytes(segment, bandwidth), 0);

const segmentBytes = ({ bytes, durationSeconds }: Segment, bandwidth: number): number =>
  bytes ?? Math.round((bandwidth * durationSeconds) / 8);

/**
 * What a device stores for one picture rendition: its files, all audio, captions and seek pictures,
 * in the order of the film.
 */
export function downloadFiles(
  { renditions, captions, sprite }: PackageManifest,
  videoName: string,
): DownloadFile[] {
  const wanted = renditions.filter(({ kind, name }) => kind === 'audio' || name === videoName);
  const segmentCount = Math.max(0, ...wanted.map(({ segments }) => segments.length));
  const inFilmOrder = Array.from({ length: segmentCount }, (_, index) =>
    wanted.flatMap(({ segments }) => segments.slice(index, index + 1)),
  ).flat();
  return [
    ...wanted.map(({ init }) => ({ uri: init })),
    ...captions.map(({ uri }) => ({ uri })),
    { uri: sprite.uri },
    ...inFilmOrder.map(({ uri, bytes, sha256 }) => ({ uri, bytes, sha256 })),
  ];
}

interface Picture {
  name: string;
  kind: 'video' | 'audio';
  codecs: string;
  height: number;
  bytes: number;
}

export interface DownloadQuality {
  rendition: string;
  height: number;
  /** With all audio. */
  bytes: number;
}

export const isAv1 = ({ codecs }: { codecs: string }) => codecs.startsWith('av01');

/** In one video codec, the largest picture first. */
export function downloadQualities(renditions: Picture[], usesAv1: boolean): DownloadQuality[] {
  const audioBytes = renditions.reduce(
    (sum, { kind, bytes }) => (kind === 'audio' ? sum + bytes : sum),
    0,
  );
  const videos = renditions.filter(({ kind }) => kind === 'video');
  const inCodec = videos.filter((video) => isAv1(video) === usesAv1);
  return (inCodec.length > 0 ? inCodec : videos)
    .map(({ name, height, bytes }) => ({ rendition: name, height, bytes: bytes + audioBytes }))
    .toSorted((a, b) => b.height - a.height);
}

/** In another package of the film: the same picture, or else the one that is nearest in height. */
export const nearestQuality = (
  renditions: Picture[],
  wanted: { rendition: string; height: number },
) => {
  const distance = ({ rendition, height }: DownloadQuality) =>
    rendition === wanted.rendition ? -1 : Math.abs(height - wanted.height);
  return [false, true]
    .flatMap((usesAv1) => downloadQualities(renditions, usesAv1))
    .toSorted((a, b) => distance(a) - distance(b))[0];
};
