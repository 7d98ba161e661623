import { createTarPacker } from 'modern-tar';
import type { BackupStorage } from './backup-storage.ts';
import { BackupError, type BackupManifest, MANIFEST_FILE, MEDIA_FOLDER } from './manifest.ts';
import { readParts } from './verify.ts';

/**
 * A backup as a tar file. Unpacked into a folder, `cinema restore` restores it. `write` fills
 * `readable`, one file at a time, and throws BackupError for a damaged or missing file; the reader
 * then sees an error too.
 */
export function openArchive(storage: BackupStorage, manifest: BackupManifest) {
  const { readable, controller } = createTarPacker();
  const mtime = new Date(manifest.madeAt);

  async function add(name: string, body: Uint8Array) {
    const writer = controller.add({ name, size: body.length, mode: 0o600, mtime }).getWriter();
    await writer.write(body);
    await writer.close();
  }

  async function addAll() {
    let part = 0;
    for await (const body of readParts(storage, manifest))
      await add(manifest.parts[part++]!.name, body);
    for (const { name } of manifest.media) {
      const key = `${MEDIA_FOLDER}/${name}`;
      const body = await storage.get(key);
      if (!body) throw new BackupError(`${key} is missing in ${storage.name}`);
      await add(key, body);
    }
    // Last, as in a storage: an incomplete archive has no backup.
    await add(`${manifest.id}/${MANIFEST_FILE}`, Buffer.from(JSON.stringify(manifest, null, 2)));
    controller.finalize();
  }

  return {
    readable,
    stop: (reason: unknown) => controller.error(reason),
    write: () =>
      addAll().catch((error: unknown) => {
        controller.error(error);
        throw error;
      }),
  };
}
