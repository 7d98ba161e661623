import { readFileSync, writeFileSync } from 'node:fs';
import type { CaptionEncoding } from './encodings.ts';
import { toVtt } from './to-vtt.ts';

const SOURCE_FD = 0;
const TARGET_FD = 3;

// convert.ts starts this process without permissions, with both files open. The report goes to
// stdout.
const [, , language = '', encoding] = process.argv;
const { vtt, ...report } = toVtt(
  readFileSync(SOURCE_FD),
  language,
  encoding as CaptionEncoding | undefined,
);
writeFileSync(TARGET_FD, vtt);
process.stdout.write(JSON.stringify(report));
