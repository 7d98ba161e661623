import { resolve, sep } from 'node:path';
import { MediaError } from '../../../ports/media/errors.ts';
import type { PictureKind } from '../../../ports/media/images.ts';
import type { PackagedFilm } from '../../../ports/media/package-files.ts';
import { RowError } from './errors.ts';
import type { Run } from './section.ts';

/** What a row names, made the house's own. Nothing named gives null; `https://` addresses stay as they are. */
export interface MediaFiles {
  picture: (kind: PictureKind, name: string | null | undefined) => Promise<string | null>;
  video: (name: string | null) => Promise<string | null>;
  film: (name: string | null) => Promise<PackagedFilm | null>;
}

const isAddress = (name: string) => name.startsWith('https://');
export const isKept = (address: string): boolean => !isAddress(address);

export function mediaOf({ store, mediaFolder }: Run): MediaFiles {
  const keepFile = async <T>(kind: string, name: string, keep: (file: string) => Promise<T>): Promise<T> => {
    const file = fileIn(mediaFolder, name);
    return keep(file).catch((error: unknown) => {
      throw error instanceof MediaError ? new RowError(error.message, causeOf(error, kind, file), name) : error;
    });
  };
  const addressOr = async (
    kind: string,
    name: string | null | undefined,
    keep: (file: string) => Promise<string>,
  ): Promise<string | null> => {
    if (!name) return null;
    return isAddress(name) ? checkedAddress(name) : keepFile(kind, name, keep);
  };
  return {
    picture: (kind, name) => addressOr(kind, name, (file) => store.keepPicture(kind, file)),
    video: (name) => addressOr('video', name, store.keepVideo),
    film: async (name) => (name ? keepFile('package', name, store.keepPackage) : null),
  };
}

/** The error without the name of the file: `there is no poster file`, `the poster is not a picture that can be read`. */
const causeOf = ({ message }: MediaError, kind: string, file: string): string =>
  message
    .replace(`there is no file ${file}`, `there is no ${kind} file`)
    .replace(`the package ${file}`, 'the package')
    .replaceAll(file, `the ${kind}`);

function checkedAddress(name: string): string {
  if (!URL.canParse(name)) throw new RowError(`${name} is not an address`, 'an address cannot be read', name);
  return name;
}

// Chosen: a catalogue may come from someone else, so it names files of its own folder only.
function fileIn(folder: string, name: string): string {
  if (/^\w+:\/\//.test(name))
    throw new RowError(`${name} must begin with https://`, 'an address must begin with https://', name);
  if (name.includes('\0')) throw new RowError('a file name holds a NUL character');
  const file = resolve(folder, name);
  if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw new RowError(`${name} lies outside the folder ${folder}`, `a file lies outside the folder ${folder}`, name);
  return file;
}
