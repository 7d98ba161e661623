import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { MediaError } from '../../errors.ts';
import type { CaptionProblem } from './decode.ts';
import { EXIT_CODES } from './exit-codes.ts';

const SCRIPT = fileURLToPath(new URL('convert-process.ts', import.meta.url));
const PROJECT = fileURLToPath(new URL('../../../../../../', import.meta.url));
/** Of Node: the process reads the project's code, writes nothing and starts nothing. */
export const PERMISSIONS = ['--permission', `--allow-fs-read=${PROJECT}src`, `--allow-fs-read=${PROJECT}package.json`];
/** 10 MB of captions take ten seconds on a busy machine. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 512;

/**
 * Converts SRT or WebVTT to WebVTT in a process of its own: the server goes on meanwhile, and the process can open no file but its
 * own code. Throws MediaError if the process fails.
 */
export async function convertCaptions(bytes: Buffer, language: string): Promise<Buffer | CaptionProblem> {
  const args = [...PERMISSIONS, `--max-old-space-size=${MAX_HEAP_MB}`, SCRIPT, language];
  const child = spawn(process.execPath, args, { env: {}, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' });
  // A process that ends early closes its input.
  child.stdin.on('error', () => undefined).end(bytes);
  const [vtt, errors, [code]] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code === 0) return vtt;
  const problem = (Object.keys(EXIT_CODES) as CaptionProblem[]).find((each) => EXIT_CODES[each] === code);
  if (problem) return problem;
  throw new MediaError(
    `The captions cannot be read: ${errors.trim().split('\n').at(-1) || 'their parser was stopped'}`,
  );
}
