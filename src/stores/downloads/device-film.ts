import { readStoredFile } from '#api/device-films.ts';
import { dataUrl } from '#api/data-url.ts';
import type { PackageManifest } from '#domain/playlist.ts';
import type { SeekPictures } from '../playback/play-lease.ts';

/** A film of which this device has some or all files, encrypted. */
export interface DeviceFilm {
  manifest: PackageManifest;
  /** The downloaded picture rendition. */
  rendition: string;
  /** Null for a file that is not on this device. */
  read: (file: string) => Promise<ArrayBuffer | null>;
  seekPictures: () => Promise<SeekPictures | null>;
}

export const MANIFEST_FILE = 'manifest.json';

/** Null if the manifest is missing; it is stored first. */
export async function openDeviceFilm(
  packageKey: string,
  rendition: string,
): Promise<DeviceFilm | null> {
  const read = (file: string) => readStoredFile(packageKey, file);
  const stored = await read(MANIFEST_FILE);
  if (!stored) return null;
  const manifest = JSON.parse(new TextDecoder().decode(stored)) as PackageManifest;
  const seekPictures = async () => {
    const sprite = await read(manifest.sprite.uri);
    if (!sprite) return null;
    return {
      ...manifest.sprite,
      picture: await dataUrl(new Blob([sprite], { type: 'image/webp' })),
    };
  };
  return { manifest, rendition, read, seekPictures };
}
