import type { PackagedFilm } from '../../../ports/media/package-files.ts';
import type { MediaStore } from '../../../ports/media/store.ts';

/** Files of the operator's own, by what they are to a film. */
export interface FilmFiles {
  poster?: string | undefined;
  banner?: string | undefined;
  trailer?: string | undefined;
  teaser?: string | undefined;
  package?: string | undefined;
}

/** The same, once the house has them: columns of the film, and its package. */
export interface KeptMedia {
  poster?: string | undefined;
  posterGel?: string | undefined;
  banner?: string | undefined;
  bannerGel?: string | undefined;
  trailorUrl?: string | undefined;
  teaserUrl?: string | undefined;
  film?: PackagedFilm | undefined;
}

/** Brings files into the house's media. Stored by content, so what is refused later leaves nothing that is in the way. Throws MediaError. */
export async function keepFiles(store: MediaStore, files: FilmFiles): Promise<KeptMedia> {
  const poster = files.poster && (await store.keepPicture('poster', files.poster));
  const banner = files.banner && (await store.keepPicture('banner', files.banner));
  return {
    ...(poster && { poster, posterGel: await store.gelOf('poster', poster) }),
    ...(banner && { banner, bannerGel: await store.gelOf('banner', banner) }),
    ...(files.trailer && { trailorUrl: await store.keepVideo(files.trailer) }),
    ...(files.teaser && { teaserUrl: await store.keepVideo(files.teaser) }),
    ...(files.package && { film: await store.keepPackage(files.package) }),
  };
}
