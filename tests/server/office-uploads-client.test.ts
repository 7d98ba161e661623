import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT } from '../support/project.ts';
import { anOfficeMember } from '../support/office.ts';
import { aServer } from '../support/test-server.ts';

const server = await aServer();
const { client } = await anOfficeMember(server, 'programmer');
const folder = join(server.config.dataDir, 'uploads');
const film = readFileSync(join(PROJECT, 'scripts/sample/video/rain-town.mp4'));
const CHUNK_BYTES = Math.ceil(film.length / 5);

let listener: ReturnType<typeof serve>;
let endpoint: string;
beforeAll(async () => {
  listener = serve({ fetch: server.app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(listener, 'listening');
  endpoint = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/api/office/uploads`;
});
afterAll(async () => {
  listener.close();
  if ('closeAllConnections' in listener) listener.closeAllConnections();
  await once(listener, 'close');
});

interface Run {
  upload: Upload;
  /** Resolves to the error, or to null when the whole file arrived. */
  ended: Promise<Error | DetailedError | null>;
  methods: string[];
}

/** Starts an upload by tus-js-client, the reference client of tus. */
function start(
  options: Partial<UploadOptions> = {},
  onPart: (upload: Upload) => void = () => {},
): Run {
  const ended = Promise.withResolvers<Error | DetailedError | null>();
  const methods: string[] = [];
  const upload: Upload = new Upload(film, {
    endpoint,
    retryDelays: null,
    chunkSize: CHUNK_BYTES,
    metadata: { filename: 'rain-town.mp4', kind: 'film' },
    headers: { cookie: client.cookie, origin: server.config.origin },
    onBeforeRequest: (request) => void methods.push(request.getMethod()),
    onChunkComplete: () => onPart(upload),
    onSuccess: () => ended.resolve(null),
    onError: ended.resolve,
    ...options,
  });
  upload.start();
  return { upload, ended: ended.promise, methods };
}

const storedBytes = (upload: Upload) => readFileSync(join(folder, upload.url!.split('/').at(-1)!));
const countFiles = () => (existsSync(folder) ? readdirSync(folder).length : 0);
const statusOf = (error: Error | null) =>
  error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;

describe('tus-js-client', () => {
  test('uploads a film in parts, and deletes it', async () => {
    const { upload, ended, methods } = start();
    expect(await ended).toBeNull();
    expect(methods).toEqual(['POST', ...Array.from({ length: 5 }, () => 'PATCH')]);
    expect(storedBytes(upload).equals(film)).toBe(true);
    await upload.abort(true);
    expect(existsSync(join(folder, upload.url!.split('/').at(-1)!))).toBe(false);
  });

  test('continues an aborted upload after asking where it stopped', async () => {
    const aborted = Promise.withResolvers<string>();
    let parts = 0;
    start({}, (upload) => {
      if (++parts === 2) void upload.abort().then(() => aborted.resolve(upload.url!));
    });
    const uploadUrl = await aborted.promise;
    const { upload, ended, methods } = start({ uploadUrl });
    expect(await ended).toBeNull();
    expect(methods[0]).toBe('HEAD');
    expect(methods).not.toContain('POST');
    expect(methods.length).toBeLessThan(6);
    expect(storedBytes(upload).equals(film)).toBe(true);
  });

  test('of another version of tus is refused with 412', async () => {
    const before = countFiles();
    const { ended } = start({
      onBeforeRequest: (request) => request.setHeader('Tus-Resumable', '0.2.2'),
    });
    expect(statusOf(await ended)).toBe(412);
    expect(countFiles()).toBe(before);
  });

  test.each<[string, Partial<UploadOptions>]>([
    ['in parallel parts', { parallelUploads: 2 }],
    ['of a length that comes later', { uploadLengthDeferred: true }],
  ])('is refused %s, which the server does not offer', async (_, options) => {
    const before = countFiles();
    const { ended } = start(options);
    expect(statusOf(await ended)).toBeGreaterThanOrEqual(400);
    expect(countFiles()).toBe(before);
  });
});
