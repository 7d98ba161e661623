import type { PackageManifest } from '#domain/playlist.ts';
import type { Db } from '#server/db/database.ts';
import { one } from '#server/db/one.ts';
import { packages } from '#server/db/schema/catalogue.ts';

const MANIFEST = {
  version: 1,
  durationSeconds: 7200,
  renditions: [],
  captions: [],
  poster: '',
  sprite: null,
};

const KEY = '00'.repeat(16);

export const PACKAGE_KEY = 'bench';

/**
 * Inserts the package, or replaces its manifest. Only films with a package are sold. Without a
 * manifest it has no files. Returns its id.
 */
export async function addPackage(
  db: Db,
  manifest = MANIFEST as unknown as PackageManifest,
  keyCount = 1,
): Promise<number> {
  const keys = Array.from({ length: keyCount }, () => KEY);
  const stored = await db
    .insert(packages)
    .values({ packageKey: PACKAGE_KEY, manifest, keys })
    .onConflictDoUpdate({ target: packages.packageKey, set: { manifest, keys } })
    .returning();
  return one(stored).packageId;
}
