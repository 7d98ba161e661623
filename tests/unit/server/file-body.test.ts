import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileSize, readFileBody } from '#server/file-body.ts';

const folder = mkdtempSync(join(tmpdir(), 'file-body-'));
afterAll(() => rmSync(folder, { recursive: true }));

function aFile(bytes: number) {
  const content = randomBytes(bytes);
  const path = join(folder, String(bytes));
  writeFileSync(path, content);
  return { path, content };
}

/** Only Linux lists the open files of a process. */
const countOpen = (path: string) => {
  const linkTarget = (name: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return '';
    }
  };
  return readdirSync('/proc/self/fd').filter((name) => linkTarget(name) === path).length;
};

test.each([1, 256 * 1024, 256 * 1024 + 1, 2_000_000])(
  'a file of %i bytes arrives whole',
  async (bytes) => {
    const { path, content } = aFile(bytes);
    expect(await fileSize(path)).toBe(bytes);
    expect(
      Buffer.from(await new Response(await readFileBody(path, bytes)).arrayBuffer()).equals(
        content,
      ),
    ).toBe(true);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a file is closed after its last part, and when the viewer leaves',
  async () => {
    const { path } = aFile(1_000_000);
    await new Response(await readFileBody(path, 1_000_000)).arrayBuffer();
    expect(countOpen(path)).toBe(0);
    const reader = ((await readFileBody(path, 1_000_000)) as ReadableStream).getReader();
    await reader.read();
    expect(countOpen(path)).toBe(1);
    await reader.cancel();
    expect(countOpen(path)).toBe(0);
  },
);

test('a file that becomes shorter breaks off', async () => {
  const { path } = aFile(1_000_001);
  const body = await readFileBody(path, 1_000_001);
  writeFileSync(path, 'short');
  await expect(new Response(body).arrayBuffer()).rejects.toThrow('became shorter');
});

test('a missing file and a folder have no size', async () => {
  expect([await fileSize(join(folder, 'none')), await fileSize(folder)]).toEqual([null, null]);
});
