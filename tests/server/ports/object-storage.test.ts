import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openObjectStorage } from '#server/ports/media/object-storage.ts';
import { ObjectStorageError } from '#server/ports/media/object-storage-replies.ts';
import { ACCOUNT, anObjectStore, BUCKET, signatureOf } from '../../support/ingest/object-store.ts';

let store: Awaited<ReturnType<typeof anObjectStore>>;
beforeEach(async () => {
  store = await anObjectStore();
});
afterEach(() => store.close());

const openStorage = (overrides: Partial<Parameters<typeof openObjectStorage>[0]> = {}) =>
  openObjectStorage({
    ...ACCOUNT,
    endpoint: store.endpoint,
    bucket: BUCKET,
    firstPauseMs: 1,
    ...overrides,
  });
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const TEXT = { type: 'text/plain' };

test('the test storage verifies signatures as Amazon does', () => {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html, example "GET Object"
  const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': hash,
    'x-amz-date': '20130524T000000Z',
  };
  const request = {
    method: 'GET',
    path: '/test.txt',
    query: new URLSearchParams(),
    headers,
    names: Object.keys(headers),
  };
  const scope = {
    day: '20130524',
    region: 'us-east-1',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  expect(signatureOf({ ...request, hash }, scope)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

test.each(['plain.txt', 'a folder/with spaces.txt', 'படம்/240p/00001.m4s', "it's (1)+2=3&4*!~.txt"])(
  'a stored object can be read back: %s',
  async (key) => {
    const objects = openStorage();
    await objects.put(key, bytes('a film'), { ...TEXT, cacheControl: 'max-age=60' });
    expect(store.objects.get(key)).toMatchObject({
      type: 'text/plain',
      cacheControl: 'max-age=60',
    });
    expect(String(await objects.get(key))).toBe('a film');
    expect(await objects.list(key)).toMatchObject([
      { key, size: 6, etag: createHash('md5').update('a film').digest('hex') },
    ]);
  },
);

test('a missing object is null', async () => expect(await openStorage().get('nothing')).toBeNull());

test('a list contains all pages', async () => {
  const objects = openStorage();
  for (let index = 0; index < 7; index++)
    await objects.put(`a/${index}`, bytes(String(index)), TEXT);
  await objects.put('b/0', bytes('other'), TEXT);
  expect((await objects.list('a/')).map(({ key }) => key)).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((index) => `a/${index}`),
  );
});

test('"slow down" and broken connections are retried', async () => {
  store.faults.push('slow', 'drop', 'slow', 'drop');
  await openStorage().put('a', bytes('x'), TEXT);
  expect(store.requests).toHaveLength(5);
  expect(String(store.objects.get('a')?.body)).toBe('x');
});

test('after six attempts the call fails with the reason', async () => {
  store.faults.push('slow', 'slow', 'slow', 'slow', 'slow', 'slow');
  await expect(openStorage().put('a', bytes('x'), TEXT)).rejects.toThrow('too many requests');
  expect(store.requests).toHaveLength(6);
});

test.each([
  [{ secretAccessKey: 'other' }, 'the secret key does not match the access key'],
  [{ accessKeyId: 'AKIAOTHER' }, 'the access key is unknown'],
  [{ bucket: 'other' }, 'there is no such bucket'],
])('a refusal is not retried and has a clear message: %o', async (overrides, reason) => {
  for (const call of [
    () => openStorage(overrides).put('a', bytes('x'), TEXT),
    () => openStorage(overrides).get('a'),
    () => openStorage(overrides).list(''),
  ]) {
    const error = await call().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ObjectStorageError);
    expect((error as Error).message).toContain(reason);
  }
  expect(store.requests).toHaveLength(3);
});

test('an unreachable storage is reported', async () => {
  const unreachable = openStorage({ endpoint: 'http://127.0.0.1:1' });
  await expect(unreachable.list('')).rejects.toThrow('cannot be reached');
});
