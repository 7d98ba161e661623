import { readFileSync, writeFileSync } from 'node:fs';
import { toVtt } from './decode.ts';

const SOURCE_FD = 0;
const TARGET_FD = 3;

// convert.ts starts this process without permissions, with both files open. The report goes to stdout.
const { vtt, ...report } = toVtt(readFileSync(SOURCE_FD), process.argv[2] ?? '');
writeFileSync(TARGET_FD, vtt);
process.stdout.write(JSON.stringify(report));
