import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  copyFile,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CENTRE, type FocalPoint, formatFocalPoint } from '#domain/focal-point.ts';
import { DAY } from '#domain/limits/durations.ts';
import { succeeds } from '../../succeeds.ts';
import type { EncodedPictures } from './encoded-pictures.ts';
import { MediaError, wrapWriteErrors } from './errors.ts';
import { fileDigest } from './file-digest.ts';
import {
  pictureFiles,
  colourOfCrop,
  colourOfStored,
  type PictureKind,
  renderPicture,
  defaultFile,
  smallestFile,
} from './images.ts';
import { type CaptionVariant, writeVariant } from './package-captions.ts';
import { type PackagedFilm, readPackage } from './package-files.ts';

/** Stores media under addresses made from their content, so that the same file is stored once. */
export interface MediaStore {
  /**
   * Crops the picture around the focal point. Returns the address as the API sends it,
   * `<digest>/poster-400.webp`.
   */
  storePicture: (kind: PictureKind, file: string, focus?: FocalPoint) => Promise<string>;
  /** Colour of a stored picture, shown until it loads. */
  placeholderColour: (kind: PictureKind, address: string) => Promise<string>;
  /** Returns the address on the site, `/media/video/<digest>.mp4`. */
  storeVideo: (file: string) => Promise<string>;
  storePackage: (folder: string) => Promise<PackagedFilm>;
  /**
   * Stores a package with the captions of the variant; everything else is that of a stored package.
   */
  storeCaptions: (variant: CaptionVariant) => Promise<void>;
}

/** Files are created here and then renamed, so that no incomplete file is visible. Not served. */
const INCOMING = '.incoming';
const DIGEST_LENGTH = 12;

/**
 * Throws MediaError for a bad file, MediaFolderError if the folder is not writable. Copies pictures
 * that are in `encoded`.
 */
export function openMediaStore(mediaDir: string, encoded?: EncodedPictures): MediaStore {
  const digestOf = createDigestCache();
  const runOnce = createTaskCache();
  const writeOnce = atomicWriter(mediaDir);

  return {
    storePicture: async (kind, file, focus) => {
      const digest = pictureDigest(kind, await digestOf(file), focus);
      const make = async (temporary: string) => {
        const copies = encoded?.filesOf(digest);
        if (copies) return wrapWriteErrors(mediaDir, () => copyFiles(copies, temporary));
        const rendered = await renderPicture({ file, kind, encoding: undefined, focus });
        await wrapWriteErrors(mediaDir, () => writeAll(temporary, rendered));
      };
      await runOnce(digest, () => writeOnce(join('images', digest), make, pictureFiles(kind)));
      return `${digest}/${defaultFile(kind)}`;
    },
    placeholderColour: (kind, address) =>
      colourOfStored(join(mediaDir, 'images', dirname(address), smallestFile(kind))),
    storeVideo: async (file) => {
      const name = `${(await digestOf(file)).slice(0, DIGEST_LENGTH)}.mp4`;
      await checkVideo(file);
      await runOnce(name, () =>
        writeOnce(join('video', name), (temporary) =>
          wrapWriteErrors(mediaDir, () => copy(file, temporary)),
        ),
      );
      return `/media/video/${name}`;
    },
    storePackage: (folder) =>
      runOnce(folder, async () => {
        const film = await readPackage(folder);
        const make = (temporary: string) =>
          wrapWriteErrors(mediaDir, () => copyTree(folder, film.files, temporary));
        await writeOnce(join('packages', film.packageKey), make);
        return film;
      }),
    storeCaptions: (variant) => {
      const baseFolder = join(mediaDir, 'packages', variant.baseKey);
      return writeOnce(join('packages', variant.packageKey), (temporary) =>
        wrapWriteErrors(mediaDir, () => writeVariant(variant, baseFolder, temporary)),
      );
    },
  };
}

/**
 * Returns the addresses without storing anything. Checks pictures without encoding them. Throws
 * MediaError.
 */
export function openDryRunStore(): MediaStore {
  const digestOf = createDigestCache();
  const colours = new Map<string, string>();
  return {
    storePicture: async (kind, file, focus) => {
      const address = `${pictureDigest(kind, await digestOf(file), focus)}/${defaultFile(kind)}`;
      colours.set(address, await colourOfCrop(file, kind, focus));
      return address;
    },
    placeholderColour: async (_, address) => colours.get(address) ?? '',
    storeVideo: async (file) => {
      const name = `${(await digestOf(file)).slice(0, DIGEST_LENGTH)}.mp4`;
      await checkVideo(file);
      return `/media/video/${name}`;
    },
    storePackage: (folder) => readPackage(folder),
    storeCaptions: async () => undefined,
  };
}

/** `sourceDigest` is SHA-256 in hexadecimal. */
export function pictureDigest(kind: PictureKind, sourceDigest: string, focus = CENTRE): string {
  const point = formatFocalPoint(focus);
  const crop = point === formatFocalPoint(CENTRE) ? '' : `:${point}`;
  return createHash('sha256')
    .update(`${kind}:${sourceDigest}${crop}`)
    .digest('hex')
    .slice(0, DIGEST_LENGTH);
}

const exists = (path: string) => succeeds(access(path));

/**
 * Writes to a temporary path and renames it to `target`. Adds `names` that a folder of an earlier
 * version lacks.
 */
function atomicWriter(mediaDir: string) {
  let cleanup: Promise<void> | undefined;
  return async (
    target: string,
    make: (temporary: string) => Promise<void>,
    names: string[] = [],
  ): Promise<void> => {
    const path = join(mediaDir, target);
    const isPresent = await exists(path);
    const missing = isPresent ? await missingNames(path, names) : [];
    if (isPresent && missing.length === 0) return;
    await (cleanup ??= wrapWriteErrors(mediaDir, () => removeStale(join(mediaDir, INCOMING))));
    const temporary = join(mediaDir, INCOMING, randomUUID());
    try {
      await make(temporary);
      await wrapWriteErrors(mediaDir, async () => {
        for (const name of missing) await rename(join(temporary, name), join(path, name));
        if (isPresent) return;
        await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path).catch(async (error: Error) => {
          if (!(await exists(path))) throw error; // another import created it first
        });
      });
    } finally {
      await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    }
  };
}

async function missingNames(folder: string, names: string[]): Promise<string[]> {
  const presence = await Promise.all(names.map((name) => exists(join(folder, name))));
  return names.filter((_, index) => !presence[index]);
}

/** Removes leftovers of interrupted imports after a day: another import may be running. */
async function removeStale(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true });
  for (const name of await readdir(incoming)) {
    const entry = await stat(join(incoming, name)).catch(() => undefined);
    if (entry && Date.now() - entry.mtimeMs > DAY)
      await rm(join(incoming, name), { recursive: true, force: true });
  }
}

async function writeAll(folder: string, files: { name: string; data: Buffer }[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, data } of files) await writeFile(join(folder, name), data);
}

async function copyFiles(files: { name: string; file: string }[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(files.map(({ name, file }) => copy(file, join(folder, name))));
}

async function copyTree(from: string, files: string[], to: string): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await copy(join(from, file), join(to, file));
  }
}

const copy = (from: string, to: string) => copyFile(from, to, constants.COPYFILE_FICLONE);

function createDigestCache() {
  const digests = new Map<string, Promise<string>>();
  return async (file: string): Promise<string> => {
    const entry = await stat(file).catch(() => undefined);
    if (!entry) throw new MediaError(`there is no file ${file}`);
    if (!entry.isFile() || entry.size === 0)
      throw new MediaError(`${file} is ${entry.isFile() ? 'empty' : 'not a file'}`);
    const key = `${file}|${entry.size}|${entry.mtimeMs}`;
    const digest = digests.get(key) ?? fileDigest(file);
    digests.set(key, digest);
    return digest;
  };
}

/** Picture formats that also start with an `ftyp` box. */
const PICTURE_BRANDS = ['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix'];

async function checkVideo(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0);
    const isBoxed = buffer.toString('latin1', 4, 8) === 'ftyp';
    if (!isBoxed || PICTURE_BRANDS.includes(buffer.toString('latin1', 8, 12)))
      throw new MediaError(`${file} is not an MP4 video`);
  } finally {
    await handle.close();
  }
}

function createTaskCache() {
  const tasks = new Map<string, Promise<unknown>>();
  return <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const running = tasks.get(name) ?? task();
    tasks.set(name, running);
    return running as Promise<T>;
  };
}
