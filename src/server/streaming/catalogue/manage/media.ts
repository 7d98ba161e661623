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

/**
 * Addresses depend on content, so leftovers of a rejected change do no harm. `focus` is of the
 * pictures. Throws MediaError.
 */
export async function storeFiles(
  store: MediaStore,
  files: FilmFiles,
  focus?: FocalPoint,
): Promise<StoredMedia> {
  const poster = files.poster && (await store.storePicture('poster', files.poster, focus));
  const banner = files.banner && (await store.storePicture('banner', files.banner, focus));
  return {
    poster,
    posterGel: poster && (await store.placeholderColour('poster', poster)),
    banner,
    bannerGel: banner && (await store.placeholderColour('banner', banner)),
    trailorUrl: files.trailer && (await store.storeVideo(files.trailer)),
    teaserUrl: files.teaser && (await store.storeVideo(files.teaser)),
    film: files.package ? await store.storePackage(files.package) : undefined,
  };
}
