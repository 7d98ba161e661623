import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { PROJECT } from '../project.ts';

/** Version → the npm package with a Chromium of this version for Linux on x64. */
export const OLD_CHROMIUMS: Record<string, string> = {
  80: 'chrome-aws-lambda@2.1.1',
  88: 'chrome-aws-lambda@5.5.0',
  92: '@sparticuz/chromium@92.0.0',
  103: '@sparticuz/chromium@103.0.0',
};

const FOLDER = join(PROJECT, '.matinee', 'test', 'old-browsers');

/** Returns the file of this Chromium, after downloading about 45 MB once. Throws if npm cannot download it. */
export async function downloadChromium(version: string): Promise<string> {
  const folder = join(FOLDER, version);
  const file = join(folder, 'chromium');
  if (existsSync(file)) return file;
  mkdirSync(FOLDER, { recursive: true });
  const work = mkdtempSync(`${folder}.part-`);
  execFileSync('npm', ['pack', OLD_CHROMIUMS[version]!, '--pack-destination', work, '--silent'], {
    cwd: work,
  });
  const archive = readdirSync(work).find((name) => name.endsWith('.tgz'))!;
  const isBinary = ({ name }: { name: string }) => name.startsWith('package/bin/');
  await pipeline(
    createReadStream(join(work, archive)),
    createGunzip(),
    unpackTar(work, { strip: 2, filter: isBinary }),
  );
  // aws.tar has the libraries that Debian's base system lacks; swiftshader.tar draws without a graphics card.
  for (const [name, target] of [
    ['chromium', ''],
    ['aws.tar', '.'],
    ['swiftshader.tar', 'swiftshader'],
  ] as const) {
    const unpacked = join(work, name);
    await pipeline(
      createReadStream(`${unpacked}.br`),
      createBrotliDecompress(),
      createWriteStream(unpacked),
    );
    if (!target) continue;
    mkdirSync(join(work, target), { recursive: true });
    await pipeline(createReadStream(unpacked), unpackTar(join(work, target)));
  }
  chmodSync(join(work, 'chromium'), 0o755);
  // Another test may have downloaded it meanwhile.
  if (existsSync(folder)) rmSync(work, { recursive: true });
  else renameSync(work, folder);
  return file;
}
