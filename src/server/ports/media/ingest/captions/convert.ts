import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { MediaError } from '../../errors.ts';
import type { CaptionEncoding } from './encodings.ts';
import type { CaptionReport } from './report.ts';

const SCRIPT = fileURLToPath(new URL('convert-process.ts', import.meta.url));
const PROJECT = fileURLToPath(new URL('../../../../../../', import.meta.url));
/** Of Node: the process reads the project's code, opens no file for writing and starts nothing. */
export const PERMISSIONS = [
  '--permission',
  `--allow-fs-read=${PROJECT}src`,
  `--allow-fs-read=${PROJECT}package.json`,
];
/** 10 MB of captions take ten seconds on a busy machine. */
const TIMEOUT_MS = 60_000;
const MAX_HEAP_MB = 512;

interface Conversion {
  from: string;
  /** Is created or overwritten. */
  to: string;
  language: string;
  /** Of a file that is neither UTF-8 nor UTF-16. */
  encoding?: CaptionEncoding | undefined;
}

/**
 * Converts SRT or WebVTT to a file of WebVTT in a process of its own. The process gets both files
 * open, so the captions never pass through the server, and the process can open no file but its own
 * code. Throws MediaError if the process fails.
 */
export async function convertCaptions({
  from,
  to,
  language,
  encoding,
}: Conversion): Promise<CaptionReport> {
  await using source = await open(from);
  await using target = await open(to, 'w');
  const child = spawn(
    process.execPath,
    [...PERMISSIONS, `--max-old-space-size=${MAX_HEAP_MB}`, SCRIPT, language, encoding].filter(
      (argument) => argument !== undefined,
    ),
    // In the order of the file descriptors of convert-process.ts.
    {
      env: {},
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
      stdio: [source.fd, 'pipe', 'pipe', target.fd],
    },
  );
  const [report, errors, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ]);
  if (code === 0) return JSON.parse(report) as CaptionReport;
  throw new MediaError(
    `The captions cannot be read: ${errors.trim().split('\n').at(-1) || 'their parser was stopped'}`,
  );
}
