import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PackageManifest } from '#domain/playlist.ts';
import { MediaError } from './errors.ts';

/** The output of `cinema media ingest`. */
export interface PackagedFilm {
  /** Digest of manifest and keys: each film is stored once. */
  packageKey: string;
  manifest: PackageManifest;
  keys: string[];
  /** Files for playback, relative to the folder, without the keys. */
  files: string[];
}

const Keys = z.object({
  keys: z.array(z.string().regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits')).min(1),
});

/** Throws MediaError if the manifest, a key or a file is missing or invalid. */
export async function readPackage(folder: string): Promise<PackagedFilm> {
  const manifestText = await readPart(folder, 'manifest.json');
  const keysText = await readPart(folder, 'keys.json');
  const manifest = parsePart(PackageManifest, manifestText, join(folder, 'manifest.json'));
  const { keys } = parsePart(Keys, keysText, join(folder, 'keys.json'));
  const missingKey = manifest.renditions
    .flatMap((each) => each.segments)
    .find((each) => each.keyIndex >= keys.length);
  if (missingKey) throw new MediaError(`the package ${folder} has no key for ${missingKey.uri}`);
  const files = filesOf(manifest);
  for (const file of files) await checkFile(folder, file);
  return {
    packageKey: packageKeyOf(manifestText, keysText),
    manifest,
    keys,
    files: ['manifest.json', ...files],
  };
}

export const packageKeyOf = (manifestText: string, keysText: string): string =>
  createHash('sha256').update(manifestText).update(keysText).digest('hex').slice(0, 32);

export const filesOf = ({ renditions, captions, poster, sprite }: PackageManifest): string[] => [
  ...renditions.flatMap(({ init, segments }) => [init, ...segments.map((each) => each.uri)]),
  ...captions.map((each) => each.uri),
  poster,
  sprite.uri,
];

async function readPart(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), 'utf8').catch(() => {
    throw new MediaError(`${folder} is not a package: it has no ${name} that can be read`);
  });
}

function parsePart<T>(schema: z.ZodType<T>, text: string, file: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    const issue = error instanceof z.ZodError ? error.issues[0] : undefined;
    throw new MediaError(
      `${file} cannot be used: ${issue ? `${issue.path.join('.')} ${issue.message}` : 'it is not JSON'}`,
    );
  }
}

async function checkFile(folder: string, file: string): Promise<void> {
  const path = join(folder, file);
  const isThere = await stat(path).then(
    (entry) => entry.isFile() && entry.size > 0,
    () => false,
  );
  if (!isThere) throw new MediaError(`the package ${folder} lacks ${file}`);
  await access(path, constants.R_OK).catch(() => {
    throw new MediaError(`${path} cannot be read`);
  });
}
