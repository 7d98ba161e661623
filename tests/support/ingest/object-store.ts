import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const ACCOUNT = { accessKeyId: 'AKIASANDBOX', secretAccessKey: 'sandbox/secret+key', region: 'eu-test-1' };
export const BUCKET = 'films';
const PAGE = 3;

/** What the next requests meet, one each: `slow` is S3's "ask less often", `drop` a connection that breaks before the reply. */
export type Fault = 'slow' | 'drop';

/** A storage that speaks S3: it checks every signature and body for itself, and lists three objects a page. */
export async function anObjectStore() {
  const objects = new Map<string, { body: Buffer; type: string; cacheControl: string }>();
  const faults: Fault[] = [];
  const requests: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    const url = new URL(request.url!, 'http://store');
    requests.push(`${request.method} ${decodeURIComponent(url.pathname)}`);
    const fault = faults.shift();
    if (fault === 'drop') return request.socket.destroy();
    if (fault === 'slow') return refuse(response, 503, 'SlowDown');
    const wrong = whatIsWrong(request, url, body);
    if (wrong) return refuse(response, 403, wrong);
    const [bucket, ...rest] = url.pathname.slice(1).split('/').map(decodeURIComponent);
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket');
    const key = rest.join('/');
    if (request.method === 'PUT') return put(key, request, body, response);
    if (request.method === 'DELETE') return remove(key, response);
    return key ? get(key, response) : list(url.searchParams, response);
  }

  function put(key: string, { headers }: IncomingMessage, body: Buffer, response: ServerResponse) {
    objects.set(key, { body, type: headers['content-type']!, cacheControl: headers['cache-control'] ?? '' });
    response.writeHead(200, { etag: etagOf(body) }).end();
  }

  function remove(key: string, response: ServerResponse) {
    objects.delete(key);
    response.writeHead(204).end();
  }

  function get(key: string, response: ServerResponse) {
    const found = objects.get(key);
    if (!found) return refuse(response, 404, 'NoSuchKey');
    response.writeHead(200, { 'content-type': found.type }).end(found.body);
  }

  function list(query: URLSearchParams, response: ServerResponse) {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted();
    const from = Number(query.get('continuation-token') ?? 0);
    const next = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
    const entries = keys.slice(from, from + PAGE).map((key) => {
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

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function whatIsWrong({ method, headers }: IncomingMessage, url: URL, body: Buffer): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/;
  const [, id, day, region, signed = '', signature] = given.exec(headers.authorization ?? '') ?? [];
  if (!id) return 'AccessDenied';
  if (id !== ACCOUNT.accessKeyId) return 'InvalidAccessKeyId';
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-date')) return 'AccessDenied';
  const sought = { method: method!, path: url.pathname, query: url.searchParams, headers, names, hash };
  const scope = { day: day!, region: region!, secret: ACCOUNT.secretAccessKey };
  return signatureOf(sought, scope) === signature ? null : 'SignatureDoesNotMatch';
}

interface Sought {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  names: string[];
  hash: string;
}

/** Signature version 4, as Amazon's documentation of S3 describes it. */
export function signatureOf(
  { method, path, query, headers, names, hash }: Sought,
  { day, region, secret }: { day: string; region: string; secret: string },
): string {
  const pairs = [...query].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted();
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, pairs.join('&'), lines.join(''), names.join(';'), hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['aws4_request'].reduce(hmac, hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'));
  return hmac(key, text).toString('hex');
}
