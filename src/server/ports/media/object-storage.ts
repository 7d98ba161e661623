import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { parseList, toObjectStorageError, type StoredObject } from './object-storage-replies.ts';

interface ObjectStorageOptions {
  /** Without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** Pause before the second attempt; doubles with each attempt. */
  firstPauseMs?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Files in an S3-compatible bucket. Every call retries transient failures and throws
 * ObjectStorageError.
 */
export interface ObjectStorage {
  put: (
    key: string,
    body: Uint8Array<ArrayBuffer>,
    options: { type: string; cacheControl?: string },
  ) => Promise<void>;
  get: (key: string) => Promise<Buffer | null>;
  /** Does nothing if the object does not exist. */
  remove: (key: string) => Promise<void>;
  list: (prefix: string) => Promise<StoredObject[]>;
}

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 200;
const TIMEOUT_MS = 120_000;

// Chosen: the bucket is in the path. Every storage supports that; a bucket in the host name needs
// its own certificate.
export function openObjectStorage(options: ObjectStorageOptions): ObjectStorage {
  const { endpoint, bucket, signal, firstPauseMs = FIRST_PAUSE_MS, ...account } = options;
  const client = new AwsClient({ ...account, service: 's3', retries: 0 });
  const base = `${endpoint.replace(/(?<!\/)\/+$/, '')}/${bucket}`;
  const addressOf = (key: string) => `${base}/${key.split('/').map(encodePathSegment).join('/')}`;

  const request = async (url: string, init: RequestInit = {}): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const reply = await sendOnce({ client, url, init, signal });
      const isTransient = reply instanceof Error || reply.status >= 500 || reply.status === 429;
      if (!isTransient) return reply;
      if (attempt === MAX_ATTEMPTS || signal?.aborted)
        throw await toObjectStorageError(bucket, reply);
      await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), undefined, {
        signal,
      });
    }
  };
  const requireOk = async (reply: Response) =>
    reply.ok ? reply : Promise.reject(await toObjectStorageError(bucket, reply));

  return {
    async put(key, body, { type, cacheControl }) {
      const headers = withoutUndefined({
        'content-type': type,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
        'cache-control': cacheControl || undefined,
      });
      await requireOk(await request(addressOf(key), { method: 'PUT', body, headers }));
    },
    async get(key) {
      const reply = await request(addressOf(key));
      if (reply.status === 404 && !(await reply.clone().text()).includes('NoSuchBucket'))
        return null;
      return Buffer.from(await (await requireOk(reply)).arrayBuffer());
    },
    async remove(key) {
      const reply = await request(addressOf(key), { method: 'DELETE' });
      if (reply.status !== 404) await requireOk(reply);
    },
    async list(prefix) {
      const found: StoredObject[] = [];
      let next: string | null = '';
      while (next !== null) {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix });
        if (next) query.set('continuation-token', next);
        const page = parseList(await (await requireOk(await request(`${base}?${query}`))).text());
        found.push(...page.objects);
        next = page.next;
      }
      return found;
    },
  };
}

/** RFC 3986: signatures expect these characters encoded, and not every storage decodes first. */
const encodePathSegment = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Reads the whole body here, so that a connection that breaks in the body counts as a failure. */
async function sendOnce({
  client,
  url,
  init,
  signal,
}: {
  client: AwsClient;
  url: string;
  init: RequestInit;
  signal?: AbortSignal;
}) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const reply = await client.fetch(url, {
      ...init,
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    });
    const body = await reply.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, reply);
  } catch (error) {
    return error as Error;
  }
}
