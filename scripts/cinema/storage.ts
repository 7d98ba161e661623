import { join } from 'node:path';
import { type ObjectStorage, openObjectStorage } from '#server/ports/media/object-storage.ts';
import { bucketStorage, folderStorage, type BackupStorage } from '#server/backup/backup-storage.ts';
import { CommandError } from '../command-error.ts';
import type { Config } from '#server/config/config.ts';
import type { CommandContext } from './command-context.ts';
import { readSettings } from './settings.ts';

/** Opens a bucket with the account of the usual AWS_ variables. Throws CommandError. */
export function openStorage({ bucket }: { bucket: string }, signal: AbortSignal): ObjectStorage {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new CommandError(
      'A bucket needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  const region = process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const customEndpoint = process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'];
  const endpoint = customEndpoint ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint))
    throw new CommandError(`AWS_ENDPOINT_URL is not a valid URL: ${endpoint}`);
  const sessionToken = process.env['AWS_SESSION_TOKEN'];
  return openObjectStorage({
    endpoint,
    region,
    bucket,
    accessKeyId,
    secretAccessKey,
    sessionToken,
    signal,
  });
}

const BUCKET_URL = /^s3:\/\/([^/]+)(?:\/(.*))?$/s;

/** Without `typed`, the storage of BACKUP_TO. Throws CommandError. */
export function backupStorageAt(
  { resolvePath, io, backups }: CommandContext,
  typed?: string,
): BackupStorage {
  if (typed === undefined) {
    const storage = backups === undefined ? configuredBackupStorage(readSettings()) : backups;
    if (!storage) throw new CommandError('There is no storage for backups: set BACKUP_TO.');
    return storage;
  }
  const bucket = bucketStorageFromUrl(typed, io.signal);
  if (!bucket && typed.startsWith('s3:'))
    throw new CommandError(`<place> takes a folder or s3://bucket/prefix, not "${typed}"`);
  return bucket ?? folderStorage(resolvePath(typed));
}

/**
 * Opens the storage of BACKUP_TO; null in production without it. Throws CommandError. Chosen:
 * outside production, backups work without a setting, on the same disk and without a schedule.
 */
export function configuredBackupStorage({
  backup,
  isProduction,
  dataDir,
}: Config): BackupStorage | null {
  if (backup)
    return (
      bucketStorageFromUrl(backup.to, new AbortController().signal) ?? folderStorage(backup.to)
    );
  return isProduction ? null : folderStorage(join(dataDir, 'backups'));
}

function bucketStorageFromUrl(address: string, signal: AbortSignal): BackupStorage | null {
  const [, bucket, prefix = ''] = BUCKET_URL.exec(address) ?? [];
  return bucket
    ? bucketStorage(openStorage({ bucket }, signal), bucket, prefix.replace(/\/$/, ''))
    : null;
}
