import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const ACCOUNT = {
  accessKeyId: 'AKIASANDBOX',
  secretAccessKey: 'sandbox/secret+key',
  region: 'eu-test-1',
};
export const BUCKET = 'films';
const PAGE_SIZE = 3;

/**
 * One fault for each of the next requests. `slow` is the SlowDown error of S3; `drop` closes the connection before the
 * response.
 */
export type Fault = 'slow' | 'drop';

/** A test storage with the S3 protocol: checks every signature and body, and lists three objects a page. */
export async function anObjectStore() {
  const objects = new Map<string, { body: Buffer; type: string; cacheControl: string }>();
  const faults: Fault[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => void handleRequest(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function handleRequest(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    const url = new URL(request.url!, 'http://store');
    requests.push(`${request.method} ${decodeURIComponent(url.pathname)}`);
    const fault = faults.shift();
    if (fault === 'drop') return request.socket.destroy();
    if (fault === 'slow') return sendError(response, 503, 'SlowDown');
    const errorCode = findError(request, url, body);
    if (errorCode) return sendError(response, 403, errorCode);
    const [bucket, ...keyParts] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    if (bucket !== BUCKET) return sendError(response, 404, 'NoSuchBucket');
    const key = keyParts.join('/');
    if (request.method === 'PUT') return put(key, request, body, response);
    if (request.method === 'DELETE') return remove(key, response);
    return key ? get(key, response) : list(url.searchParams, response);
  }

  function put(key: string, { headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
    objects.set(key, {
      body,
      type: headers['content-type']!,
      cacheControl: headers['cache-control'] ?? '',
    });
    response.writeHead(200, { etag: etagOf(body) }).end();
  }

  function remove(key: string, response: ServerResponse) {
    objects.delete(key);
    response.writeHead(204).end();
  }

  function get(key: string, response: ServerResponse) {
    const found = objects.get(key);
    if (!found) return sendError(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': found.type }).end(found.body);
  }

  function list(query: URLSearchParams, response: ServerResponse) {
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? ''))
      .toSorted();
    const from = Number(query.get('continuation-token') ?? 0);
    const next =
      from + PAGE_SIZE < keys.length
        ? `<NextContinuationToken>${from + PAGE_SIZE}</NextContinuationToken>`
        : '';
    const entries = keys.slice(from, from + PAGE_SIZE).map((key) => {
      const { body } = objects.get(key)!;
      const name = encodeURIComponent(key).replaceAll('%20', '+');
      return `<Contents><Key>${name}</Key><ETag>${etagOf(body).replaceAll('"', '&quot;')}</ETag><Size>${body.length}</Size></Contents>`;
    });
    response.writeHead(200).end(`<ListBucketResult>${next}${entries.join('')}</ListBucketResult>`);
  }

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    faults,
    requests,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

function sendError(response: ServerResponse, status: number, code: string) {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const encodeRfc3986 = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function findError({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const credentialPattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/;
  const [, id, day, region, signed = '', signature] =
    credentialPattern.exec(headers.authorization ?? '') ?? [];
  if (!id) return 'AccessDenied';
  if (id !== ACCOUNT.accessKeyId) return 'InvalidAccessKeyId';
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AccessDenied';
  const signedRequest = {
    method: method!,
    path: url.pathname,
    query: url.searchParams,
    headers,
    names,
    hash,
  };
  const scope = { day: day!, region: region!, secret: ACCOUNT.secretAccessKey };
  return signatureOf(signedRequest, scope) === signature ? null : 'SignatureDoesNotMatch';
}

interface SignedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  names: string[];
  hash: string;
}

/** AWS signature version 4, as documented for S3. */
export function signatureOf(
  { method, path, query, headers, names, hash }: SignedRequest,
  { day, region, secret }: { day: string; region: string; secret: string },
): string {
  const pairs = [...query]
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .toSorted();
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, pairs.join('&'), lines.join(''), names.join(';'), hash].join(
    '\n',
  );
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce(hmac, hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'));
  return hmac(key, text).toString('hex');
}
