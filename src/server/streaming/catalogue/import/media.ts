import { resolve, sep } from 'node:path';
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
  const find = (name: string) => fileIn(mediaFolder, name);
  const addressOr = async (name: string | null | undefined, keep: (name: string) => Promise<string>) => {
    if (!name) return null;
    return isAddress(name) ? checkedAddress(name) : keep(name);
  };
  return {
    picture: (kind, name) => addressOr(name, (each) => store.keepPicture(kind, find(each))),
    video: (name) => addressOr(name, (each) => store.keepVideo(find(each))),
    film: async (name) => (name ? store.keepPackage(find(name)) : null),
  };
}

function checkedAddress(name: string): string {
  if (!URL.canParse(name)) throw new RowError(`${name} is not an address`);
  return name;
}

// Chosen: a catalogue may come from someone else, so it names files of its own folder only.
function fileIn(folder: string, name: string): string {
  if (/^\w+:\/\//.test(name)) throw new RowError(`${name} must begin with https://`);
  if (name.includes('\0')) throw new RowError('a file name holds a NUL character');
  const file = resolve(folder, name);
  if (!file.startsWith(folder.endsWith(sep) ? folder : folder + sep))
    throw new RowError(`${name} lies outside the folder ${folder}`);
  return file;
}
