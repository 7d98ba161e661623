import type { Caption } from '#domain/playlist.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { type Change, changeOf } from '../../../operator/change.ts';
import type { CaptionVariant, PackageBase } from '../../../ports/media/package-captions.ts';
import { filmRef, requireFilm } from './lookup.ts';
import {
  changeFilm,
  findOrInsertPackage,
  findPackage,
  lockFilmForChange,
  type MovieRow,
} from './queries.ts';

/** Throws film_unknown, package_missing. */
export async function requireFilmPackage(db: Db, name: string): Promise<PackageBase> {
  return requirePackage(db, await requireFilm(db, name));
}

async function requirePackage(db: Db, film: MovieRow): Promise<PackageBase> {
  if (film.packageId === null) throw new AppError('package_missing', [filmRef(film)]);
  return findPackage(db, film.packageId);
}

export const listCaptions = async ({ db }: Deps, name: string): Promise<Caption[]> =>
  (await requireFilmPackage(db, name)).manifest.captions;

/** Throws not_found if the package has no captions in one of the languages. */
export function requireCaptions(
  { manifest }: PackageBase,
  languages: string[],
  film: string,
): void {
  const missing = languages.find((language) =>
    manifest.captions.every((caption) => caption.language !== language),
  );
  if (missing) throw new AppError('captions_unknown', [film, missing]);
}

/**
 * Gives the film the package with the other captions. Viewers who are watching keep the package
 * before. Throws film_unknown, package_missing, package_changed.
 */
export async function changeCaptions(
  { db }: Deps,
  name: string,
  variant: CaptionVariant,
): Promise<Change[]> {
  const film = await lockFilmForChange(db, (await requireFilm(db, name)).movieId);
  const before = await requirePackage(db, film);
  if (before.packageKey !== variant.baseKey) throw new AppError('package_changed', [filmRef(film)]);
  await changeFilm(db, film.movieId, { packageId: await findOrInsertPackage(db, variant) });
  return changeOf(`movie ${filmRef(film)}`, factsOf(before), factsOf(variant));
}

const factsOf = ({ packageKey, manifest }: PackageBase) => ({
  captions: manifest.captions.map(({ language }) => language),
  package: packageKey,
});
