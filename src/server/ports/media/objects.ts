import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { readList, refusal, type StoredObject } from './objects-replies.ts';

export interface ObjectsOptions {
  /** Without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
  /** The pause before the second try; every later one doubles it. */
  firstPauseMs?: number;
  signal?: AbortSignal | undefined;
}

/** Files in an S3-compatible bucket. Every call tries again what failed for a passing reason, and throws ObjectsError. */
export interface Objects {
  put: (key: string, body: Uint8Array<ArrayBuffer>, how: { type: string; cacheControl?: string }) => Promise<void>;
  get: (key: string) => Promise<Buffer | null>;
  /** Nothing happens to one that is not there. */
  remove: (key: string) => Promise<void>;
  /** All of a prefix, however many. */
  list: (prefix: string) => Promise<StoredObject[]>;
}

const TRIES = 6;
const FIRST_PAUSE_MS = 200;
const TIMEOUT_MS = 120_000;

// Chosen: the bucket stands in the path. Every storage understands that; a bucket in the host's name needs a certificate for it.
export function openObjects({
  endpoint,
  bucket,
  signal,
  firstPauseMs = FIRST_PAUSE_MS,
  ...account
}: ObjectsOptions): Objects {
  const client = new AwsClient({ ...account, service: 's3', retries: 0 });
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const addressOf = (key: string) => `${base}/${key.split('/').map(encoded).join('/')}`;

  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      const reply = await once(client, url, init, signal);
      const isPassing = reply instanceof Error || reply.status >= 500 || reply.status === 429;
      if (!isPassing) return reply;
      if (attempt === TRIES || signal?.aborted) throw await refusal(bucket, reply);
      await pause(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), undefined, { signal });
    }
  };
  const granted = async (reply: Response) => (reply.ok ? reply : Promise.reject(await refusal(bucket, reply)));

  return {
    async put(key, body, { type, cacheControl }) {
      const headers = {
        'content-type': type,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
        ...(cacheControl && { 'cache-control': cacheControl }),
      };
      await granted(await ask(addressOf(key), { method: 'PUT', body, headers }));
    },
    async get(key) {
      const reply = await ask(addressOf(key));
      if (reply.status === 404 && !(await reply.clone().text()).includes('NoSuchBucket')) return null;
      return Buffer.from(await (await granted(reply)).arrayBuffer());
    },
    async remove(key) {
      const reply = await ask(addressOf(key), { method: 'DELETE' });
      if (reply.status !== 404) await granted(reply);
    },
    async list(prefix) {
      const found: StoredObject[] = [];
      let next: string | null = '';
      while (next !== null) {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix });
        if (next) query.set('continuation-token', next);
        const page = readList(await (await granted(await ask(`${base}?${query}`))).text());
        found.push(...page.objects);
        next = page.next;
      }
      return found;
    },
  };
}

/** RFC 3986: signatures count these signs as encoded, and not every storage decodes before it checks. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** One try; the whole reply is read here, so that a connection that breaks within it counts as broken. */
async function once(
  client: AwsClient,
  url: string,
  init: RequestInit,
  signal?: AbortSignal,
): Promise<Response | Error> {
  const within = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const reply = await client.fetch(url, { ...init, signal: signal ? AbortSignal.any([within, signal]) : within });
    const body = await reply.arrayBuffer();
    // 204, the answer to a removal, may have none.
    return new Response(body.byteLength > 0 ? body : null, reply);
  } catch (error) {
    return error as Error;
  }
}
