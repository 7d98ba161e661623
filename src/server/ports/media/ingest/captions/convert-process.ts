import { buffer } from 'node:stream/consumers';
import { EXIT_CODES } from './exit-codes.ts';
import { toVtt } from './decode.ts';

// convert.ts starts this process without permissions. It reads the captions from stdin and writes WebVTT to stdout.
const converted = toVtt(await buffer(process.stdin), process.argv[2] ?? '');
if ('vtt' in converted) process.stdout.write(converted.vtt);
else process.exitCode = EXIT_CODES[converted.problem];
