import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageManifest, Rendition } from '#domain/playlist.ts';
import { encryptSegment } from '#server/ports/media/ingest/segment-cipher.ts';
import { openPackage } from './ingest/package-reader.ts';
import { SAMPLE_PACKAGE } from './playback-server.ts';

/**
 * Writes the sample package with new keys into `folder`, as another ingestion of the film does. Its segments follow one another
 * `rounds` times; only the first round plays.
 */
export async function copySamplePackage(folder: string, { renditions, rounds = 1 }: CopyOptions) {
  const sample = await openPackage(SAMPLE_PACKAGE);
  const keys = sample.keys.map(() => randomBytes(16).toString('hex'));

  async function copyRendition(rendition: Rendition): Promise<Rendition> {
    await mkdir(join(folder, rendition.name), { recursive: true });
    const count = rendition.segments.length;
    const copied = Array.from({ length: rounds * count }, async (_, index) => {
      const original = rendition.segments[index % count]!;
      const key = Buffer.from(keys[original.keyIndex]!, 'hex');
      const content = encryptSegment(await sample.segment(rendition, index % count), key, index);
      const uri = `${rendition.name}/${String(index).padStart(5, '0')}.m4s`;
      await writeFile(join(folder, uri), content);
      return {
        ...original,
        uri,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('base64url'),
      };
    });
    return { ...rendition, segments: await Promise.all(copied) };
  }

  const { manifest } = sample;
  const wanted = manifest.renditions.filter(({ name }) => renditions.includes(name));
  const copy: PackageManifest = {
    ...manifest,
    renditions: await Promise.all(wanted.map(copyRendition)),
  };
  const clearFiles = [
    ...wanted.map(({ init }) => init),
    ...manifest.captions.map(({ uri }) => uri),
    manifest.poster,
    manifest.sprite.uri,
  ];
  for (const file of clearFiles) await cp(join(SAMPLE_PACKAGE, file), join(folder, file));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(copy));
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys }));
  return copy;
}

interface CopyOptions {
  renditions: string[];
  rounds?: number;
}
