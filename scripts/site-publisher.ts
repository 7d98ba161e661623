import { bucketPublisher } from '#server/ports/publisher/bucket.ts';
import type { Publisher } from '#server/ports/publisher/publisher.ts';
import { openStorage } from './cinema/storage.ts';

/** The bucket of SITE_BUCKET, opened with what the environment says of it. Throws CommandError. */
export const publisherFor = ({ bucket, prefix }: { bucket: string; prefix: string }): Publisher =>
  bucketPublisher(openStorage({ bucket }, new AbortController().signal), prefix);
