import type { PackageManifest } from '#domain/playlist.ts';
import type { Db } from '#server/db/database.ts';
import { packages } from '#server/db/schema/catalogue.ts';

const MANIFEST = { version: 1, durationSeconds: 7200, renditions: [], captions: [], poster: '', sprite: null };

const KEY = '00'.repeat(16);

/** Inserts a package without files if there is none yet. Only films with a package are sold. Returns its id. */
export async function addPackage(db: Db): Promise<number> {
  const manifest = MANIFEST as unknown as PackageManifest;
  const [stored] = await db
    .insert(packages)
    .values({ packageKey: 'bench', manifest, keys: [KEY] })
    .onConflictDoUpdate({ target: packages.packageKey, set: { manifest, keys: [KEY] } })
    .returning();
  return stored!.packageId;
}
