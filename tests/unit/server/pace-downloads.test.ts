import { expect, test } from 'vitest';
import { createDownloadPacer, DOWNLOAD_BYTES_PER_SECOND } from '#server/site/pace-downloads.ts';

/** In milliseconds. */
async function timeOf(busyShare: number) {
  const pacer = createDownloadPacer(() => busyShare);
  const startedAt = performance.now();
  await Promise.all([0.1, 0.1, 0.1].map((seconds) => pacer.waitForTurn(seconds * DOWNLOAD_BYTES_PER_SECOND)));
  return performance.now() - startedAt;
}

test('downloads wait until those before them are sent, and longer if the process is busy', async () => {
  const [idle, busy] = await Promise.all([timeOf(0), timeOf(0.5)]);
  expect(idle).toBeGreaterThan(190);
  expect(busy).toBeGreaterThan(1590);
  expect(busy).toBeLessThan(5000);
});
