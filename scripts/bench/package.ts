import type { PackageManifest } from '#domain/playlist.ts';
import type { Db } from '#server/db/database.ts';
import { packages } from '#server/db/schema/catalogue.ts';

const MANIFEST = { version: 1, durationSeconds: 7200, renditions: [], captions: [], poster: '', sprite: null };

/** The number of a package that films of a bench share, because only a film with a package is sold. It has no files. */
export async function addPackage(db: Db): Promise<number> {
  const manifest = MANIFEST as unknown as PackageManifest;
  const [stored] = await db
    .insert(packages)
    .values({ packageKey: 'bench', manifest, keys: [] })
    .onConflictDoUpdate({ target: packages.packageKey, set: { manifest } })
    .returning();
  return stored!.packageId;
}
