const MEGABYTE = 1_000_000;
const GIGABYTE = 1000 * MEGABYTE;

/** What a file field of the back office takes. `mp4` is shown as it is; `film` is encoded first. */
export const FILE_KINDS = ['picture', 'mp4', 'film', 'captions'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Chosen: the two-hour master of a film, mildly compressed, has about 100 GB. */
export const UPLOAD_MAX_BYTES: Record<FileKind, number> = {
  picture: 100 * MEGABYTE,
  mp4: 5 * GIGABYTE,
  film: 150 * GIGABYTE,
  captions: 10 * MEGABYTE,
};
/** Chosen: below the limit for a request body that the generated files of nginx and Caddy set. */
export const UPLOAD_CHUNK_BYTES = 8 * MEGABYTE;
const RESERVED_BYTES = GIGABYTE;

export const fitsOnDisk = ({
  size,
  promised,
  free,
}: {
  size: number;
  promised: number;
  free: number;
}): boolean => size + promised + RESERVED_BYTES <= free;

export const uploadValue = (uploadId: string): string => `upload:${uploadId}`;
/** `upload:<id>`, or `ta=upload:<id>` for captions. Null for other text. */
export const uploadIdIn = (value: string): string | null =>
  /^(?:[^=]{1,40}=)?upload:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(value)?.[1] ?? null;

const VIDEO_TYPES = /^(video\/|application\/(mxf|ogg|vnd\.ms-asf)$)/;
const PICTURE_TYPES = /^image\/(jpeg|png|webp|avif|gif|tiff)$/;
const MP4_TYPES = /^video\/(mp4|x-m4v|quicktime|3gpp2?)$/;

/** `type` is the MIME type that the first bytes show, or undefined for text and unknown formats. */
export function isOfKind(kind: FileKind, type: string | undefined): boolean {
  if (kind === 'captions') return type === undefined || type.startsWith('text/');
  if (type === undefined) return false;
  return { picture: PICTURE_TYPES, mp4: MP4_TYPES, film: VIDEO_TYPES }[kind].test(type);
}
