/**
 * `npm run sample:encode`: encodes the sample pictures into scripts/sample/encoded. Run it after a
 * picture changed.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ENCODED_FOLDER, manifestFile } from '#server/ports/media/encoded-pictures.ts';
import { exitWithError } from './command-error.ts';
import { runStep } from './progress.ts';
import { encodeSample, sampleEncoder, samplePictures } from './sample-pictures.ts';

const SAMPLE = fileURLToPath(new URL('./sample', import.meta.url));

async function encode() {
  const folder = join(SAMPLE, ENCODED_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  const total = samplePictures(SAMPLE).length;
  let done = 0;
  const pictures = await runStep('Encoding the sample pictures', (reportProgress) =>
    encodeSample(SAMPLE, ({ digest, files }) => {
      mkdirSync(join(folder, digest), { recursive: true });
      for (const { name, data } of files) writeFileSync(join(folder, digest, name), data);
      reportProgress(`${++done} of ${total}`);
    }),
  );
  const manifest = {
    encoder: sampleEncoder(),
    pictures: Object.fromEntries(pictures.map(({ digest, entry }) => [digest, entry])),
  };
  writeFileSync(manifestFile(SAMPLE), `${JSON.stringify(manifest, null, 1)}\n`);
}

try {
  await encode();
} catch (error) {
  exitWithError(error);
}
