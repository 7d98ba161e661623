import { type Objects, openObjects } from '#server/ports/media/objects.ts';
import { bucketPlace, folderPlace, type Place } from '#server/backup/place.ts';
import { CommandError } from '../failure.ts';
import type { Config } from '#server/config/config.ts';
import type { Counter } from './counter.ts';

/** The storage that the environment names, by the names that other tools of S3 use. Throws CommandError. */
export function openStorage({ bucket }: { bucket: string }, signal: AbortSignal): Objects {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env;
  if (!accessKeyId || !secretAccessKey)
    throw new CommandError('A storage needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const region = process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const own = process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL'];
  const endpoint = own ?? `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint)) throw new CommandError(`AWS_ENDPOINT_URL is no address: ${endpoint}`);
  const sessionToken = process.env['AWS_SESSION_TOKEN'];
  return openObjects({ endpoint, region, bucket, accessKeyId, secretAccessKey, sessionToken, signal });
}

const BUCKET = /^s3:\/\/([^/]+)\/?(.*?)\/?$/;

/** A place for backups as it is typed: a folder, or `s3://bucket/prefix`. Throws CommandError. */
export function placeOf({ path, io }: Counter, typed: string): Place {
  const place = bucketNamed(typed, io.signal);
  if (!place && typed.startsWith('s3:'))
    throw new CommandError(`<place> takes a folder or s3://bucket/prefix, not "${typed}"`);
  return place ?? folderPlace(path(typed));
}

/** The place of BACKUP_TO, where the house backs itself up. Throws CommandError. */
export const backupsOf = ({ backup }: Config): Place | null =>
  backup && (bucketNamed(backup.to, new AbortController().signal) ?? folderPlace(backup.to));

function bucketNamed(typed: string, signal: AbortSignal): Place | null {
  const [, bucket, prefix = ''] = BUCKET.exec(typed) ?? [];
  return bucket ? bucketPlace(openStorage({ bucket }, signal), bucket, prefix) : null;
}
