import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DAY } from '#domain/limits.ts';
import type { EncodedPictures } from './encoded-pictures.ts';
import { MediaError, writing } from './errors.ts';
import {
  notAPicture,
  pictureFiles,
  pictureGel,
  type PictureKind,
  renderPicture,
  shownFile,
  smallFile,
} from './images.ts';
import { type PackagedFilm, readPackage } from './package-files.ts';

/** The house's own media. Whatever is kept has an address made from its content, so the same thing is stored once. */
export interface MediaStore {
  /** Gives the wire address, `<digest>/poster-400.webp`. */
  keepPicture: (kind: PictureKind, file: string) => Promise<string>;
  /** The colour of a kept picture. */
  gelOf: (kind: PictureKind, address: string) => Promise<string>;
  /** Gives the address on the site, `/media/video/<digest>.mp4`. */
  keepVideo: (file: string) => Promise<string>;
  keepPackage: (folder: string) => Promise<PackagedFilm>;
}

/** Things are made here and then renamed into their place, so that nothing half written is ever seen. Not served. */
const INCOMING = '.incoming';
const DIGEST_LENGTH = 12;

/**
 * Opens the media of a folder. All of it throws MediaError for a file, MediaFolderError when the folder cannot be written.
 * A picture that `encoded` holds is copied, any other one is encoded here.
 */
export function openMediaStore(mediaDir: string, encoded?: EncodedPictures): MediaStore {
  const digestOf = fileDigests();
  const keepOnce = onceEach();
  const place = placeInto(mediaDir);

  return {
    keepPicture: async (kind, file) => {
      const digest = pictureDigest(kind, await digestOf(file));
      const make = async (temporary: string) => {
        const copies = encoded?.filesOf(digest);
        if (copies) return writing(mediaDir, () => copySet(copies, temporary));
        const rendered = await renderPicture(file, kind);
        await writing(mediaDir, () => writeAll(temporary, rendered));
      };
      await keepOnce(digest, () => place(join('images', digest), make, pictureFiles(kind)));
      return `${digest}/${shownFile(kind)}`;
    },
    gelOf: (kind, address) => pictureGel(join(mediaDir, 'images', dirname(address), smallFile(kind))),
    keepVideo: async (file) => {
      const name = `${(await digestOf(file)).slice(0, DIGEST_LENGTH)}.mp4`;
      await checkVideo(file);
      await keepOnce(name, () =>
        place(join('video', name), (temporary) => writing(mediaDir, () => copy(file, temporary))),
      );
      return `/media/video/${name}`;
    },
    keepPackage: (folder) =>
      keepOnce(folder, async () => {
        const film = await readPackage(folder);
        const make = (temporary: string) => writing(mediaDir, () => copyAll(folder, film.files, temporary));
        await place(join('packages', film.packageKey), make);
        return film;
      }),
  };
}

/** Says what keeping a thing would give, and keeps nothing. A picture is looked at, and not drawn. Throws as the real one does. */
export function openDryStore(): MediaStore {
  const digestOf = fileDigests();
  const gels = new Map<string, string>();
  return {
    keepPicture: async (kind, file) => {
      const address = `${pictureDigest(kind, await digestOf(file))}/${shownFile(kind)}`;
      gels.set(
        address,
        await pictureGel(file).catch((error: Error) => {
          throw notAPicture(file, error);
        }),
      );
      return address;
    },
    gelOf: async (_, address) => gels.get(address) ?? '',
    keepVideo: async (file) => {
      const name = `${(await digestOf(file)).slice(0, DIGEST_LENGTH)}.mp4`;
      await checkVideo(file);
      return `/media/video/${name}`;
    },
    keepPackage: (folder) => readPackage(folder),
  };
}

/** The folder that a picture is kept in, by its kind and the SHA-256 of its source in hexadecimal. */
export const pictureDigest = (kind: PictureKind, sourceDigest: string): string =>
  createHash('sha256').update(`${kind}:${sourceDigest}`).digest('hex').slice(0, DIGEST_LENGTH);

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Makes a file or folder aside and moves it to `target`, unless it is there already. A folder that an earlier version
 * of the house made may lack some of the `names` that belong into it: those are added.
 */
function placeInto(mediaDir: string) {
  let swept: Promise<void> | undefined;
  return async (target: string, make: (temporary: string) => Promise<void>, names: string[] = []): Promise<void> => {
    const path = join(mediaDir, target);
    const isThere = await exists(path);
    const missing = isThere ? await missingIn(path, names) : [];
    if (isThere && missing.length === 0) return;
    await (swept ??= writing(mediaDir, () => sweep(join(mediaDir, INCOMING))));
    const temporary = join(mediaDir, INCOMING, randomUUID());
    try {
      await make(temporary);
      await writing(mediaDir, async () => {
        for (const name of missing) await rename(join(temporary, name), join(path, name));
        if (isThere) return;
        await mkdir(dirname(path), { recursive: true });
        await rename(temporary, path).catch(async (error: Error) => {
          if (!(await exists(path))) throw error; // another import was quicker
        });
      });
    } finally {
      await rm(temporary, { recursive: true, force: true }).catch(() => undefined);
    }
  };
}

async function missingIn(folder: string, names: string[]): Promise<string[]> {
  const there = await Promise.all(names.map((name) => exists(join(folder, name))));
  return names.filter((_, index) => !there[index]);
}

/** Removes what a killed import left. Only what is a day old: another import may be running. */
async function sweep(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true });
  for (const name of await readdir(incoming)) {
    const entry = await stat(join(incoming, name)).catch(() => undefined);
    if (entry && Date.now() - entry.mtimeMs > DAY) await rm(join(incoming, name), { recursive: true, force: true });
  }
}

async function writeAll(folder: string, files: { name: string; data: Buffer }[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { name, data } of files) await writeFile(join(folder, name), data);
}

async function copySet(files: { name: string; file: string }[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(files.map(({ name, file }) => copy(file, join(folder, name))));
}

async function copyAll(from: string, files: string[], to: string): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await copy(join(from, file), join(to, file));
  }
}

const copy = (from: string, to: string) => copyFile(from, to, constants.COPYFILE_FICLONE);

/** Digests of files, each read once in a run unless it changes meanwhile. */
function fileDigests() {
  const known = new Map<string, Promise<string>>();
  return async (file: string): Promise<string> => {
    const entry = await stat(file).catch(() => undefined);
    if (!entry) throw new MediaError(`there is no file ${file}`);
    if (!entry.isFile() || entry.size === 0)
      throw new MediaError(`${file} is ${entry.isFile() ? 'empty' : 'not a file'}`);
    const key = `${file}|${entry.size}|${entry.mtimeMs}`;
    const digest = known.get(key) ?? readDigest(file);
    known.set(key, digest);
    return digest;
  };
}

async function readDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch (error) {
    throw new MediaError(`${file} cannot be read: ${(error as Error).message}`);
  }
  return hash.digest('hex');
}

/** Brands of pictures that come in the same boxes. */
const PICTURE_BRANDS = ['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix'];

/** An MP4 says so in its first box. */
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

/** Runs each named task once, however many ask for it. */
function onceEach() {
  const tasks = new Map<string, Promise<unknown>>();
  return <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const running = tasks.get(name) ?? task();
    tasks.set(name, running);
    return running as Promise<T>;
  };
}
