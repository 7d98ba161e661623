import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openWorkFolder } from '#server/ports/media/ingest/work-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'matinee-work-'));
afterAll(() => rmSync(folder, { recursive: true }));
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('only the server’s user may read a film while it is encoded', async () => {
  const fresh = join(folder, 'packages', 'fresh.part');
  await openWorkFolder(fresh, { digest: 'digest' });
  expect(modeOf(fresh)).toBe(0o700);
  expect(modeOf(join(fresh, 'work.json'))).toBe(0o600);
});

test('a folder that an earlier version left readable is restricted when its run continues', async () => {
  const left = join(folder, 'left.part');
  mkdirSync(left, { mode: 0o755 });
  await openWorkFolder(left, { digest: 'digest' });
  expect(modeOf(left)).toBe(0o700);
});

test('stages that end at the same time are all stored', async () => {
  const dir = join(folder, 'parallel.part');
  const work = await openWorkFolder(dir, { digest: 'digest' });
  const names = Array.from({ length: 20 }, (_, index) => `stage ${index}`);
  await Promise.all(names.map((name) => work.stage(name, () => Promise.resolve(name))));
  const again = await openWorkFolder(dir, { digest: 'digest' });
  expect(names.every(again.isDone)).toBe(true);
  await work.close();
});
