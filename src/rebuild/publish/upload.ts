import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pMap from 'p-map';
import { z } from 'zod';
import type { UploadTarget } from '#server/ports/publisher/publisher.ts';
import { releaseDir } from '../release/folders.ts';
import { BUILD_INFO_FILE, readRelease, type Release } from '../release/manifest.ts';
import { type FileChanges, fileChangesBetween, md5Of, releaseFiles } from './site-files.ts';

export interface UploadResult {
  objects: number;
  bytes: number;
  removed: number;
}

/** The target's build info. `publishing` is the release of an upload that has not finished. */
const BuildInfo = z.looseObject({ release: z.string(), publishing: z.string().optional() });
type BuildInfo = z.infer<typeof BuildInfo>;

const CONCURRENCY = 8;
const isUploadedAfterAssets = (path: string) => /\.(html|xml|txt)$/.test(path);

/**
 * Marks the target's build info as `publishing`, uploads the changed assets, then the pages,
 * removes files, and uploads the new build info. After an interrupted upload, the next upload from
 * any machine lists and compares the target's files.
 */
export async function uploadRelease(
  publisher: UploadTarget,
  dataDir: string,
  release: Release,
): Promise<UploadResult> {
  const info = parseBuildInfo(await publisher.read(BUILD_INFO_FILE));
  const isComplete = info !== null && info.publishing === undefined;
  if (isComplete && info.release === release.id) return { objects: 0, bytes: 0, removed: 0 };
  const from = isComplete ? readRelease(releaseDir(dataDir, info.release)) : null;
  const changes = from
    ? fileChangesBetween(dataDir, from, release)
    : await compareWithTarget(publisher, dataDir, release);
  const pages = [...changes.changed].filter(([path]) => isUploadedAfterAssets(path));
  const assets = [...changes.changed].filter(([path]) => !isUploadedAfterAssets(path));
  let [objects, bytes] = [0, 0];
  const upload = async ([path, file]: [string, string]) => {
    bytes += await publisher.put(path, file);
    objects++;
  };
  if (isComplete) await upload([BUILD_INFO_FILE, writePublishingInfo(dataDir, info, release)]);
  await forEachConcurrently(assets, upload);
  await forEachConcurrently(pages, upload);
  await forEachConcurrently(changes.removed, (path) => publisher.remove(path));
  await upload([BUILD_INFO_FILE, join(releaseDir(dataDir, release.id), BUILD_INFO_FILE)]);
  return { objects, bytes, removed: changes.removed.length };
}

function writePublishingInfo(dataDir: string, info: BuildInfo, { id }: Release): string {
  const file = join(dataDir, 'publishing.json');
  writeFileSync(file, `${JSON.stringify({ ...info, publishing: id })}\n`);
  return file;
}

async function compareWithTarget(
  publisher: UploadTarget,
  dataDir: string,
  release: Release,
): Promise<FileChanges> {
  const targetFiles = await publisher.list();
  const files = releaseFiles(dataDir, release);
  const changed = new Map(
    [...files].filter(([path, file]) => targetFiles.get(path) !== md5Of(file)),
  );
  return {
    changed,
    removed: [...targetFiles.keys()].filter((path) => path !== BUILD_INFO_FILE && !files.has(path)),
  };
}

function parseBuildInfo(text: string | null): BuildInfo | null {
  try {
    return BuildInfo.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}

/**
 * Throws the first failure only after all running calls have ended: a late write would overwrite
 * the next upload.
 */
async function forEachConcurrently<T>(items: T[], work: (item: T) => Promise<unknown>) {
  const failures: unknown[] = [];
  const workUnlessFailed = async (item: T) => {
    if (failures.length === 0) await work(item).catch((error: unknown) => failures.push(error));
  };
  await pMap(items, workUnlessFailed, { concurrency: CONCURRENCY });
  if (failures.length > 0) throw failures[0];
}
