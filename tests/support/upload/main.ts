/**
 * `npm run test:upload -- --size 5G`: uploads a film to the back office while the server process is killed five times. Exits with
 * 1 if the stored film differs or the server needs more than 64 MB more memory. Linux only.
 */
import { parseArgs } from 'node:util';
import { MAX_GROWTH_MB, uploadDuringFailures } from './large-upload.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '500M' }, kills: { type: 'string', default: '5' } },
});
const [, count, unit = ''] = /^(\d+)([MG]?)$/.exec(values.size) ?? [];
if (!count) {
  console.error('--size is a number of bytes, for example 500M or 5G');
  process.exit(1);
}
const size = Number(count) * { '': 1, M: 1e6, G: 1e9 }[unit as '' | 'M' | 'G'];
const started = performance.now();
const result = await uploadDuringFailures({ size, kills: Number(values.kills), log: console.log });
const seconds = Math.round((performance.now() - started) / 1000);
const isSame = result.sentDigest === result.storedDigest;
console.log(
  `${values.size} in ${seconds} s, ${result.kills} kills, ${result.cuts} cut connection; memory grew by ${Math.round(result.grownMb)} MB; SHA-256 ${isSame ? 'is the same' : 'DIFFERS'}`,
);
process.exitCode = isSame && result.grownMb <= MAX_GROWTH_MB ? 0 : 1;
