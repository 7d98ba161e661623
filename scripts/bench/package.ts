import type { PackageManifest } from '#domain/playlist.ts';
import type { Db } from '#server/db/database.ts';
import { packages } from '#server/db/schema/catalogue.ts';

const MANIFEST = { version: 1, durationSeconds: 7200, renditions: [], captions: [], poster: '', sprite: null };

/** Inserts a package without files. Only films with a package are sold. Returns its id. */
export async function addPackage(db: Db): Promise<number> {
  const manifest = MANIFEST as unknown as PackageManifest;
  const [stored] = await db
    .insert(packages)
    .values({ packageKey: 'bench', manifest, keys: [] })
    .onConflictDoUpdate({ target: packages.packageKey, set: { manifest } })
    .returning();
  return stored!.packageId;
}
