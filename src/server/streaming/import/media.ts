import { resolve, sep } from 'node:path';
import { MediaError } from '../../ports/media/errors.ts';
import type { PictureKind } from '../../ports/media/images.ts';
import type { PackagedFilm } from '../../ports/media/package-files.ts';
import { RowError } from './errors.ts';
import type { Run } from './section.ts';

/**
 * Stores the media files that a row names. No name gives null; `https://` addresses stay as they
 * are.
 */
export interface MediaFiles {
  picture: (kind: PictureKind, name: string | null | undefined) => Promise<string | null>;
  video: (name: string | null) => Promise<string | null>;
  film: (name: string | null) => Promise<PackagedFilm | null>;
}

const isHttpsAddress = (name: string) => name.startsWith('https://');
export const isStoredFile = (address: string): boolean => !isHttpsAddress(address);

export function openMediaFiles({ store, mediaFolder }: Run): MediaFiles {
  const storeFile = async <T>(
    kind: string,
    name: string,
    save: (file: string) => Promise<T>,
  ): Promise<T> => {
    const file = resolveInFolder(mediaFolder, name);
    return save(file).catch((error: unknown) => {
      throw error instanceof MediaError
        ? new RowError(error.message, causeOf(error, kind, file), name)
        : error;
    });
  };
  const storeOrAddress = async (
    kind: string,
    name: string | null | undefined,
    save: (file: string) => Promise<string>,
  ): Promise<string | null> => {
    if (!name) return null;
    return isHttpsAddress(name) ? checkedAddress(name) : storeFile(kind, name, save);
  };
  return {
    picture: (kind, name) => storeOrAddress(kind, name, (file) => store.storePicture(kind, file)),
    video: (name) => storeOrAddress('video', name, store.storeVideo),
    film: async (name) => (name ? storeFile('package', name, store.storePackage) : null),
  };
}

/** Removes the file name from an error: `there is no poster file`. */
const causeOf = ({ message }: MediaError, kind: string, file: string): string =>
  message
    .replace(`there is no file ${file}`, `there is no ${kind} file`)
    .replace(`the package ${file}`, 'the package')
    .replaceAll(file, `the ${kind}`);

function checkedAddress(name: string): string {
  if (!URL.canParse(name))
    throw new RowError(`${name} is not a valid address`, 'an address cannot be read', name);
  return name;
}

// Chosen: a catalogue may come from a third party, so it may only name files inside its folder.
function resolveInFolder(folder: string, name: string): string {
  if (/^\w+:\/\//.test(name))
    throw new RowError(
      `${name} must begin with https://`,
      'an address must begin with https://',
      name,
    );
  if (name.includes('\0')) throw new RowError('a file name contains a NUL character');
  const file = resolve(folder, name);
  if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw new RowError(
      `${name} lies outside the folder ${folder}`,
      `a file lies outside the folder ${folder}`,
      name,
    );
  return file;
}
