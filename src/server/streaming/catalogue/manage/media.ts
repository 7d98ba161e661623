import type { FocalPoint } from '#domain/focal-point.ts';
import type { PackagedFilm } from '../../../ports/media/package-files.ts';
import type { MediaStore } from '../../../ports/media/store.ts';

export interface FilmFiles {
  poster?: string | undefined;
  banner?: string | undefined;
  trailer?: string | undefined;
  teaser?: string | undefined;
  package?: string | undefined;
}

export interface StoredMedia {
  poster?: string | undefined;
  posterGel?: string | undefined;
  banner?: string | undefined;
  bannerGel?: string | undefined;
  trailorUrl?: string | undefined;
  teaserUrl?: string | undefined;
  film?: PackagedFilm | undefined;
}

/** Addresses depend on content, so leftovers of a rejected change do no harm. `focus` is of the pictures. Throws MediaError. */
export async function storeFiles(
  store: MediaStore,
  files: FilmFiles,
  focus?: FocalPoint,
): Promise<StoredMedia> {
  const poster = files.poster && (await store.storePicture('poster', files.poster, focus));
  const banner = files.banner && (await store.storePicture('banner', files.banner, focus));
  return {
    ...(poster && { poster, posterGel: await store.placeholderColour('poster', poster) }),
    ...(banner && { banner, bannerGel: await store.placeholderColour('banner', banner) }),
    ...(files.trailer && { trailorUrl: await store.storeVideo(files.trailer) }),
    ...(files.teaser && { teaserUrl: await store.storeVideo(files.teaser) }),
    ...(files.package && { film: await store.storePackage(files.package) }),
  };
}
