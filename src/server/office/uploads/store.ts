import { mkdir, open, readdir, readFile, rm, stat, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { FileStore } from '@tus/file-store';
import { ERRORS } from '@tus/server';
import { z } from 'zod';
import { FILE_KINDS } from '#domain/office-uploads.ts';
import type { Config } from '../../config/config.ts';
import { parseJson } from '../../parse-json.ts';
import { detectType } from '../../ports/media/detect-type.ts';
import { wrapWriteErrors } from '../../ports/media/errors.ts';
import { PRIVATE_FOLDER } from '../../private-files.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isUploadId = (id: string): boolean => ID.test(id);

const Details = z.object({
  size: z.number(),
  metadata: z.object({
    filename: z.string(),
    kind: z.enum(FILE_KINDS),
    memberId: z.coerce.number(),
  }),
});

export interface StoredUpload {
  uploadId: string;
  path: string;
  /** As the member's computer names it; only shown. */
  fileName: string;
  kind: (typeof FILE_KINDS)[number];
  memberId: number;
  size: number;
  offset: number;
  /** When the last bytes arrived, or the last operation used the file. */
  usedAt: Date;
}

class PieceStore extends FileStore {
  /**
   * Frees the memory of each piece once it is written: the garbage collector would free it hundreds
   * of megabytes later.
   */
  override async write(pieces: Readable, uploadId: string, offset: number): Promise<number> {
    const file = await open(join(this.directory, uploadId), 'r+');
    let at = offset;
    const store = async (piece: Buffer<ArrayBuffer>) => {
      for (let done = 0; done < piece.length;)
        done += (await file.write(piece, done, piece.length - done, at + done)).bytesWritten;
      at += piece.length;
      if (piece.length === piece.buffer.byteLength) piece.buffer.transfer(0);
    };
    try {
      // A writable stream, because an asynchronous loop would join pieces into new ones.
      await pipeline(
        pieces,
        new Writable({ write: (piece, _, done) => callbackify(store)(piece, done) }),
      );
      return at;
    } catch {
      throw ERRORS.FILE_WRITE_ERROR;
    } finally {
      await file.close();
    }
  }
}

/** Of the tus protocol. */
export const UPLOAD_EXTENSIONS = ['creation', 'termination'];

export type UploadStore = ReturnType<typeof openUploadStore>;

/** Of the first path that exists. False if there is none: another process may delete files too. */
async function isOlder(before: Date, ...paths: string[]): Promise<boolean> {
  for (const path of paths) {
    const file = await stat(path).catch(() => null);
    if (file) return file.mtime < before;
  }
  return false;
}

/** Files in DATA_DIR/uploads, named by their ids. */
export function openUploadStore({ dataDir }: Pick<Config, 'dataDir'>) {
  const folder = join(dataDir, 'uploads');
  const packages = join(dataDir, 'packages');
  const pathOf = (uploadId: string) => join(folder, uploadId);
  const createFolder = () =>
    wrapWriteErrors(folder, () => mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER }));

  async function find(uploadId: string): Promise<StoredUpload | null> {
    if (!isUploadId(uploadId)) return null;
    const path = pathOf(uploadId);
    const details = Details.safeParse(
      parseJson(await readFile(`${path}.json`, 'utf8').catch(() => '')),
    );
    const file = await stat(path).catch(() => null);
    if (!details.success || !file) return null;
    const { size, metadata } = details.data;
    const { filename: fileName, kind, memberId } = metadata;
    return {
      uploadId,
      path,
      fileName,
      kind,
      memberId,
      size,
      offset: file.size,
      usedAt: file.mtime,
    };
  }

  async function remove(uploadId: string): Promise<void> {
    for (const path of [pathOf(uploadId), `${pathOf(uploadId)}.json`])
      await rm(path, { force: true });
  }

  return {
    /** Throws MediaFolderError. */
    async openFileStore(): Promise<FileStore> {
      await createFolder();
      const files = new PieceStore({ directory: folder });
      files.extensions = UPLOAD_EXTENSIONS;
      return files;
    },
    find,
    async list(): Promise<StoredUpload[]> {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(names.filter(isUploadId).map(find));
      return found.filter((each) => each !== null);
    },
    /** Throws MediaFolderError. */
    async freeBytes(): Promise<number> {
      await createFolder();
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
    /** The MIME type that the first bytes show; undefined for text and unknown formats. */
    detectType: (uploadId: string) => detectType(pathOf(uploadId)),
    markUsed: (uploadId: string, at: Date) => utimes(pathOf(uploadId), at, at),
    remove,
    /** Also deletes a file whose details a crash lost, and the reverse. */
    async removeUnusedSince(before: Date): Promise<void> {
      const names = await readdir(folder).catch(() => []);
      for (const uploadId of new Set(
        names.map((name) => name.replace(/\.json$/, '')).filter(isUploadId),
      )) {
        const path = pathOf(uploadId);
        if (await isOlder(before, path, `${path}.json`)) await remove(uploadId);
      }
      // Packages that were made from uploads have their ids as names.
      for (const name of await readdir(packages).catch(() => [])) {
        const uploadId = name.replace(/\.part$/, '');
        if (!isUploadId(uploadId) || (await find(uploadId))) continue;
        const path = join(packages, name);
        if (await isOlder(before, path)) await rm(path, { recursive: true, force: true });
      }
    },
  };
}
