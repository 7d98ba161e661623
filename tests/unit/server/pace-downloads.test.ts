import { expect, test } from 'vitest';
import { createDownloadPacer, DOWNLOAD_BYTES_PER_SECOND } from '#server/site/pace-downloads.ts';

test('downloads wait until those before them are sent', async () => {
  const waitForTurn = createDownloadPacer();
  const startedAt = performance.now();
  await Promise.all([0.1, 0.1, 0.1].map((seconds) => waitForTurn(seconds * DOWNLOAD_BYTES_PER_SECOND)));
  expect(performance.now() - startedAt).toBeGreaterThan(190);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
