import type { Upload } from '@tus/server';
import { z } from 'zod';
import { typedLine } from '#contract/typed-text.ts';
import type { OperationDescription } from '#contract/office.ts';
import { DAY } from '#domain/limits/durations.ts';
import {
  FILE_KINDS,
  type FileKind,
  fitsOnDisk,
  isOfKind,
  UPLOAD_MAX_BYTES,
  uploadIdIn,
  uploadValue,
} from '#domain/office-uploads.ts';
import type { Deps } from '../../deps.ts';
import { AppError, throwError } from '../../errors.ts';
import { SAMPLE_BYTES } from '../../ports/media/detect-type.ts';
import type { OperationRequest } from '../operations.ts';
import type { MemberRow } from '../queries.ts';
import { openUploadStore, type StoredUpload, type UploadStore } from './store.ts';

/** Chosen: a member uploads the files of a few films at once. */
const MAX_UNFINISHED = 20;
const UNUSED_DAYS = 7;

const Declared = z.object({ filename: typedLine().min(1).max(255), kind: z.enum(FILE_KINDS) });

type FileDeps = Pick<Deps, 'config' | 'now'>;

const isFinished = ({ offset, size }: StoredUpload) => offset === size;
const mayTouch = ({ memberId, roles }: MemberRow, upload: StoredUpload) =>
  upload.memberId === memberId || roles.includes('owner');

/**
 * Returns the details to store. Throws upload_malformed, upload_too_large, upload_too_many,
 * upload_no_space.
 */
export async function checkNewUpload(
  store: UploadStore,
  { memberId }: MemberRow,
  { size, metadata }: Pick<Upload, 'size' | 'metadata'>,
): Promise<Record<string, string>> {
  const declared = Declared.safeParse(metadata);
  if (!declared.success || !size) throw new AppError('upload_malformed');
  const { kind } = declared.data;
  const maxBytes = UPLOAD_MAX_BYTES[kind];
  if (size > maxBytes) throw new AppError('upload_too_large', [kind, maxBytes]);
  const unfinished = (await store.list()).filter((each) => !isFinished(each));
  if (unfinished.filter((each) => each.memberId === memberId).length >= MAX_UNFINISHED)
    throw new AppError('upload_too_many', [MAX_UNFINISHED, UNUSED_DAYS]);
  const promised = unfinished.reduce((sum, each) => sum + each.size - each.offset, 0);
  if (!fitsOnDisk({ size, promised, free: await store.freeBytes() }))
    throw new AppError('upload_no_space');
  return { ...declared.data, memberId: String(memberId) };
}

/** Throws upload_unknown, also for the upload of another member. */
export async function findOwnUpload(
  store: UploadStore,
  member: MemberRow,
  uploadId: string,
): Promise<StoredUpload> {
  const upload = await store.find(uploadId);
  if (upload && mayTouch(member, upload)) return upload;
  throw new AppError('upload_unknown');
}

/** Deletes the upload if its first bytes are not of its kind. Throws upload_type. */
export async function checkFirstBytes(
  store: UploadStore,
  { uploadId }: StoredUpload,
): Promise<void> {
  const upload = await store.find(uploadId);
  const hasSample = upload && upload.offset >= Math.min(SAMPLE_BYTES, upload.size);
  if (!hasSample || isOfKind(upload.kind, await store.detectType(uploadId))) return;
  await store.remove(uploadId);
  throw new AppError('upload_type', [upload.kind]);
}

/**
 * Returns a finished upload for an operation. Throws upload_unknown, upload_unfinished,
 * upload_type.
 */
async function readUpload({
  deps,
  member,
  uploadId,
  kind,
}: {
  deps: FileDeps;
  member: MemberRow;
  uploadId: string;
  kind: FileKind;
}): Promise<StoredUpload> {
  const store = openUploadStore(deps.config);
  const upload = await findOwnUpload(store, member, uploadId);
  if (!isFinished(upload)) throw new AppError('upload_unfinished');
  // Checks the bytes again: ffmpeg would follow the addresses in a playlist.
  if (!isOfKind(kind, await store.detectType(uploadId))) throw new AppError('upload_type', [kind]);
  await store.markUsed(uploadId, deps.now());
  return upload;
}

/**
 * Returns the uploads that the input names. Throws validation_failed with each file field that has
 * no usable upload.
 */
export async function filesOf(
  deps: FileDeps,
  {
    member,
    operationDescription: { fields },
    input,
  }: {
    member: MemberRow;
    operationDescription: OperationDescription;
    input: OperationRequest['input'];
  },
): Promise<OperationRequest['files']> {
  const files: OperationRequest['files'] = new Map();
  const errors: { path: string; message: string }[] = [];
  for (const { name, fileKind } of fields) {
    if (!fileKind || input[name] === undefined) continue;
    for (const value of [input[name]].flat())
      try {
        const uploadId = uploadIdIn(String(value)) ?? throwError(new AppError('no_file'));
        files.set(
          uploadValue(uploadId),
          await readUpload({ deps, member, uploadId, kind: fileKind }),
        );
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.push({ path: `input.${name}`, message: error.message });
      }
  }
  const [error] = errors;
  if (error) throw new AppError('validation_failed', [error.message], { errors });
  return files;
}

export const deleteUnusedUploads = ({ config, now }: FileDeps): Promise<void> =>
  openUploadStore(config).removeUnusedSince(new Date(now().getTime() - UNUSED_DAYS * DAY));
